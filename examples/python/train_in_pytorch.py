"""A network trained in PyTorch that plays in Zermelo: self-play, training, export, a match, a rating.

    pip install . torch safetensors
    python examples/python/train_in_pytorch.py                     # about two minutes
    python examples/python/train_in_pytorch.py --games 2000 --epochs 2    # to see that it works

The network sees what all of Zermelo's networks see (`layout="flat"`) and says the log-odds of winning for the player to move. Written
as safetensors with what its inputs are, it plays inside alpha-beta at full speed: one hidden layer of clipped-relu units is computed
in 16-bit integers and updated from move to move.
"""

import argparse

import numpy as np
import torch
from safetensors.torch import save_file

import zermelo as z


def examples(game, n_games, agent, seed):
    """Positions of games between agents that blunder now and then, so that games differ, and what came of them."""
    data = z.self_play(game, f"blundering({agent}, rate=0.15)", n_games, batch=4096, layout="flat", seed=seed)
    # Positions of one game are alike: keep whole games together when some are held out.
    held_out = data.game % 10 == 0
    inputs = torch.from_numpy(data.obs.astype(np.float32))
    targets = torch.from_numpy((data.outcome.astype(np.float32) + 1) / 2)
    return inputs, targets, torch.from_numpy(held_out)


def train(inputs, targets, held_out, units, epochs, seed):
    """One hidden layer, whose outputs are kept between 0 and 1."""
    torch.manual_seed(seed)
    model = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], units), torch.nn.Hardtanh(0.0, 1.0), torch.nn.Linear(units, 1))
    optimiser = torch.optim.Adam(model.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    loss_of = torch.nn.BCEWithLogitsLoss()
    train_x, train_y = inputs[~held_out], targets[~held_out]
    for epoch in range(epochs):
        order = torch.randperm(len(train_x))
        for part in order.split(4096):
            optimiser.zero_grad()
            loss_of(model(train_x[part]).squeeze(1), train_y[part]).backward()
            optimiser.step()
        schedule.step()
        with torch.no_grad():
            loss = loss_of(model(inputs[held_out]).squeeze(1), targets[held_out])
        print(f"epoch {epoch + 1}: loss on held-out games {loss:.4f}")
    return model


def save(model, game, path):
    """Writes the network as Zermelo reads it."""
    metadata = {"activations": "clipped-relu,linear", "game": game.id, "inputs": game.inputs["signature"]}
    save_file(model.state_dict(), path, metadata=metadata)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--units", type=int, default=64)
    parser.add_argument("--match", type=int, default=400, help="games of the match")
    parser.add_argument("--output", default="mine.safetensors")
    arguments = parser.parse_args()

    game = z.game(arguments.game)
    inputs, targets, held_out = examples(game, arguments.games, "alphabeta(nodes=100)", seed=1)
    print(f"{len(inputs):,} positions of {arguments.games:,} games, {inputs.shape[1]} inputs each")
    model = train(inputs, targets, held_out, arguments.units, arguments.epochs, seed=1)
    save(model, game, arguments.output)

    net = f"alphabeta(nodes=1000, eval=net({arguments.output}))"
    # The same number in both: what Zermelo computes from the file is what PyTorch computed.
    state = game.new_initial_state()
    batch = z.Batch(game, 1, layout="flat", dtype=np.float32)
    ours = z.evaluate(state, f"net({arguments.output})")
    theirs = model(torch.from_numpy(batch.obs)).item()
    print(f"the start is worth {ours:.4f} here and {theirs:.4f} log-odds in PyTorch")
    print(z.match(game, net, "alphabeta(nodes=1000)", games=arguments.match))
    if any(opponent.rating for opponent in z.opponents(game)):
        print(z.rate(net, game, games=arguments.match))


if __name__ == "__main__":
    main()

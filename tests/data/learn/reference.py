"""Makes reference.json: networks, gradients and whole trainings by PyTorch, in 64 bits, one thread.

    python3 tests/data/learn/reference.py > tests/data/learn/reference.json

Made with PyTorch 2.15.0 on Python 3.11. Nothing of Zermelo is used here. Weights are listed as our networks have them: for
each layer a row for each input, then the biases.
"""

import json
import math

import torch

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
torch.manual_seed(20240607)

ACTIVATIONS = {
    "linear": lambda x: x,
    "relu": torch.relu,
    "clipped-relu": lambda x: torch.nn.functional.hardtanh(x, 0.0, 1.0),
    "elu": torch.nn.functional.elu,
    "tanh": torch.tanh,
    "logistic": torch.sigmoid,
}


def single(x):
    """Rounded to 32 bits, so that both programs begin with the same numbers."""
    return x.float().double()


def layers_of(n_inputs, sizes):
    layers = []
    for n in sizes:
        weight = single((torch.rand(n, n_inputs) * 2 - 1) * 0.8)
        bias = single(torch.rand(n) * 0.6 - 0.1)
        layers.append((weight.requires_grad_(), bias.requires_grad_()))
        n_inputs = n
    return layers


def forwards(layers, activations, x, logits=False):
    for index, ((weight, bias), name) in enumerate(zip(layers, activations)):
        x = torch.nn.functional.linear(x, weight, bias)
        if not (logits and index + 1 == len(layers)):
            x = ACTIVATIONS[name](x)
    return x


def loss_of(kind, layers, activations, x, targets, weights, choices):
    logits = kind == "cross-entropy"
    y = forwards(layers, activations, x, logits)
    y = y.gather(1, choices[:, None]).squeeze(1)
    if kind == "cross-entropy":
        losses = torch.nn.functional.binary_cross_entropy_with_logits(y, targets, reduction="none")
    elif kind == "squared":
        losses = (y - targets) ** 2
    else:
        losses = (y - targets).abs()
    return (losses * weights).sum() / weights.sum()


def flat(layers, part=lambda t: t.detach()):
    numbers = []
    for weight, bias in layers:
        numbers += part(weight).t().reshape(-1).tolist() + part(bias).tolist()
    return numbers


def examples(n, n_inputs, is_of_bits, n_outputs, low=0.0):
    x = (torch.rand(n, n_inputs) < 0.4).double() if is_of_bits else single(torch.randn(n, n_inputs))
    targets = single(low + (1 - low) * torch.rand(n))
    weights = single(torch.randint(1, 5, (n,)).double() / 2)
    choices = torch.randint(0, n_outputs, (n,))
    return x, targets, weights, choices


def gradient_case(sizes, activations, kind, is_of_bits):
    n_inputs, n = 7, 11
    layers = layers_of(n_inputs, sizes)
    low = -1.0 if sizes[-1] > 1 else 0.0
    x, targets, weights, choices = examples(n, n_inputs, is_of_bits, sizes[-1], low)
    if sizes[-1] > 1:
        weights = torch.ones(n)
    loss = loss_of(kind, layers, activations, x, targets, weights, choices)
    loss.backward()
    return {
        "n_inputs": n_inputs,
        "units": sizes,
        "activations": activations,
        "loss": kind,
        "is_of_bits": is_of_bits,
        "parameters": flat(layers),
        "inputs": x.tolist(),
        "targets": targets.tolist(),
        "weights": weights.tolist(),
        "choices": choices.tolist(),
        "outputs": forwards(layers, activations, x).tolist(),
        "mean_loss": loss.item(),
        "gradient": flat(layers, lambda t: t.grad),
    }


def training_case(method, schedule, l2, sizes, activations, kind):
    """Every pass is one batch of all examples, so that their order does not matter."""
    n_inputs, n, passes, step = 9, 40, 30, 0.02 if method == "adam" else 0.3
    layers = layers_of(n_inputs, sizes)
    x, targets, weights, choices = examples(n, n_inputs, True, 1)
    more = examples(15, n_inputs, True, 1)
    start = flat(layers)
    all_weights = [weight for weight, _ in layers]
    every = [t for layer in layers for t in layer]
    make = torch.optim.Adam if method == "adam" else torch.optim.SGD
    optimiser = make(every, lr=step)
    training_losses, validation_losses = [], []
    for number in range(passes):
        if schedule == "cosine":
            for group in optimiser.param_groups:
                group["lr"] = step * 0.5 * (1 + math.cos(math.pi * number / passes))
        optimiser.zero_grad()
        loss = loss_of(kind, layers, activations, x, targets, weights, choices)
        (loss + 0.5 * l2 * sum((weight**2).sum() for weight in all_weights)).backward()
        optimiser.step()
        training_losses.append(loss.item())
        with torch.no_grad():
            validation_losses.append(loss_of(kind, layers, activations, *more).item())
    return {
        "n_inputs": n_inputs,
        "units": sizes,
        "activations": activations,
        "loss": kind,
        "method": method,
        "schedule": schedule,
        "l2": l2,
        "step": step,
        "passes": passes,
        "start": start,
        "inputs": x.tolist(),
        "targets": targets.tolist(),
        "weights": weights.tolist(),
        "validation_inputs": more[0].tolist(),
        "validation_targets": more[1].tolist(),
        "validation_weights": more[2].tolist(),
        "training_losses": training_losses,
        "validation_losses": validation_losses,
        "end": flat(layers),
    }


gradients = []
for hidden in ACTIVATIONS:
    for is_of_bits in [True, False]:
        gradients.append(gradient_case([18, 5, 1], [hidden, hidden, "linear"], "cross-entropy", is_of_bits))
for output in ACTIVATIONS:
    gradients.append(gradient_case([6, 1], ["tanh", output], "squared", True))
gradients.append(gradient_case([6, 1], ["elu", "logistic"], "cross-entropy", True))
gradients.append(gradient_case([1], ["linear"], "cross-entropy", True))
gradients.append(gradient_case([6, 1], ["relu", "linear"], "absolute", False))
gradients.append(gradient_case([20, 17, 8], ["elu", "elu", "linear"], "absolute", True))
gradients.append(gradient_case([20, 8], ["elu", "linear"], "squared", True))

trainings = []
for method in ["adam", "sgd"]:
    for schedule in ["constant", "cosine"]:
        for l2 in [0.0, 0.01]:
            arguments = method, schedule, l2, [16, 1], ["clipped-relu", "linear"], "cross-entropy"
            trainings.append(training_case(*arguments))
trainings.append(training_case("adam", "cosine", 0.001, [8, 4, 1], ["relu", "tanh", "logistic"], "squared"))


def rounded(value):
    """Nine digits are more than 32 bits hold."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    return [rounded(entry) for entry in value] if isinstance(value, list) else value


source = "PyTorch 2.15.0, by tests/data/learn/reference.py"
print(json.dumps({"source": source, "gradients": rounded(gradients), "trainings": rounded(trainings)}))

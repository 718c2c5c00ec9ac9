"""Makes fits.json: logistic regressions by statsmodels, with standard errors, also clustered by game.

    python3 tests/data/learn/fits.py > tests/data/learn/fits.json

Made with statsmodels 0.15 on Python 3.11. Targets are shares, so the model is a binomial GLM (whose standard errors come from
the inverse of the expected Hessian, which for the logit link is the Hessian).
"""

import json
import sys

import numpy as np
import statsmodels
import statsmodels.api as sm

rng = np.random.default_rng(8)


def case(n_games, per_game, sizes, weights, constant, share_of_draws):
    n = n_games * per_game
    groups = np.repeat(np.arange(n_games), per_game)
    x = rng.normal(size=(n, len(sizes))) * np.array(sizes)
    x = x.astype(np.float32).astype(float)
    logit = x @ np.array(weights) + constant
    # Positions of a game share some of its luck.
    luck = np.repeat(rng.normal(size=n_games), per_game)
    y = (rng.random(n) < 1 / (1 + np.exp(-logit - luck))).astype(float)
    y[rng.random(n) < share_of_draws] = 0.5
    design = np.column_stack([x, np.ones(n)]) if constant is not None else x
    model = sm.GLM(y, design, family=sm.families.Binomial())
    plain = model.fit(tol=1e-14, maxiter=100)
    clustered = model.fit(tol=1e-14, maxiter=100, cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    share = plain.fittedvalues
    loss = -(y * np.log(share) + (1 - y) * np.log1p(-share)).mean()
    k = design.shape[1]
    return {
        "features": [[float(f"{v:.9g}") for v in row] for row in x],
        "targets": y.tolist(),
        "groups": groups.tolist(),
        "weights": plain.params.tolist(),
        "standard_errors": plain.bse.tolist(),
        # With our factor for what the fit has used up: games / (games - weights).
        "errors_by_game": (clustered.bse * np.sqrt(n_games / (n_games - k))).tolist(),
        "mean_loss": loss,
    }


cases = [
    case(60, 5, [1, 1, 1], [0.8, -0.5, 0.0], 0.3, 0.0),
    case(80, 3, [100, 0.01], [0.01, 50], -0.5, 0.3),
]
source = f"statsmodels {statsmodels.__version__}, by tests/data/learn/fits.py"
json.dump({"source": source, "cases": cases}, sys.stdout)

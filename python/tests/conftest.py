"""What several tests share."""

import pytest

import zermelo as z

#: The default size of every family.
FAMILIES = ["tictactoe", "connect4", "milestone", "isolation", "simplexity", "breakthrough", "hexapawn", "gomoku"]
#: Games written as text.
DESCRIBED = ["hex:size=5", "clobber", "foxandhounds", "achi"]


@pytest.fixture(params=FAMILIES + DESCRIBED)
def game(request):
    return z.game(request.param)

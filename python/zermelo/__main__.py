"""The command `zermelo`, as it comes with the package: `zermelo play connect4`, `python -m zermelo games`."""

import signal
import sys

from . import _zermelo


def main() -> None:
    """Runs the command with the arguments of this process."""
    # Ctrl-C is the command's own business: it stores what is finished.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_zermelo.main(["zermelo", *sys.argv[1:]]))


if __name__ == "__main__":
    main()

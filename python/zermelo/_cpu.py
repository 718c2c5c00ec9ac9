"""Whether this processor can run the module at all.

The module is compiled for x86-64-v3, as the program is. On an older processor it would end the interpreter with an illegal
instruction; a sentence is better.
"""

import platform
import sys

_NEEDED = {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe"}


def check() -> None:
    """Raises ImportError if the processor lacks something. Where nobody can tell, nothing is raised."""
    if platform.machine().lower() not in ("x86_64", "amd64") or not sys.platform.startswith("linux"):
        return
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            has = next((set(line.split(":", 1)[1].split()) for line in file if line.startswith("flags")), None)
    except OSError:
        return
    missing = sorted(_NEEDED - has) if has else []
    if missing:
        raise ImportError(
            f"Zermelo is compiled for processors with {', '.join(missing)}, which this one lacks. Build it for this processor: "
            'RUSTFLAGS="-C target-cpu=native" pip install .'
        )

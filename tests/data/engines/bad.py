"""Engines that go wrong, one for each argument, on Connect Four. `crates/runner/tests/suite/engines.rs` plays against all of them."""

import os
import subprocess
import sys
import time

FAULT = sys.argv[1]


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(1000)


if FAULT == "crash-at-start":
    sys.exit(3)
if FAULT == "deaf":
    sleep_for_ever()
if FAULT == "deaf-but-polite":
    # Everything a referee wants to hear before it asks, and no ear for the question.
    say("ugiok")
    say("readyok\n" * 20)
    sleep_for_ever()
if FAULT == "stubborn":
    # Has a child, and ends neither for `quit` nor for a closed pipe.
    child = subprocess.Popen(["sleep", "1000"])
    with open(sys.argv[2], "a") as file:
        file.write(f"{os.getpid()} {child.pid}\n")

if FAULT in ("daemon", "naked-daemon"):
    # Leaves a process behind that has another session and no parent; the second kind has not even an environment.
    if os.fork() == 0:
        os.setsid()
        daemon = os.fork()
        if daemon == 0:
            environment = {} if FAULT == "naked-daemon" else dict(os.environ)
            os.close(0)
            os.close(1)
            os.execve("/bin/sleep", ["sleep", "1000"], environment)
        # Not by the daemon itself: it may be ended before it can write.
        with open(sys.argv[2], "a") as file:
            file.write(f"{daemon}\n")
        os._exit(0)
    os.wait()

n_asked = 0
while True:
    line = sys.stdin.readline()
    words = line.split()
    if not line or words == ["quit"]:
        if FAULT == "stubborn":
            sleep_for_ever()
        break
    if words == ["ugi"]:
        if FAULT == "other-game":
            say("option name Variant type combo default chess var chess")
        say("ugiok")
    elif words == ["isready"]:
        say("readyok")
    elif words and words[0] == "query":
        if FAULT == "other-board":
            # A board of nine columns.
            say("response " + {"p1turn": "true", "gameover": "false", "moves": "1 2 3 4 5 6 7 8 9"}[words[1]])
        elif FAULT == "ends-when-asked":
            os._exit(1)
    elif words and words[0] == "position":
        is_line = words[1] == "startpos"
        if FAULT == "complains":
            say("info string Error: I cannot read \x1b[31m" + " ".join(words[1:]))
    elif words and words[0] == "go":
        n_asked += 1
        if FAULT == "illegal":
            say("bestmove 9")
        elif FAULT == "other-board":
            say("bestmove 8")
        elif FAULT == "complains":
            say("bestmove 9")
        elif FAULT == "ends-when-asked":
            say("bestmove resign")
        elif FAULT == "only-lines":
            # Gives up if it was told moves from the start, and breaks the rules if it was told a position.
            say("bestmove resign" if is_line else "bestmove 9")
        elif FAULT == "nothing":
            say("bestmove")
        elif FAULT == "resign":
            say("bestmove resign")
        elif FAULT == "none":
            say("bestmove none")
        elif FAULT == "crash-mid-game":
            if n_asked == 2:
                os._exit(1)
            say("bestmove 4")
        elif FAULT == "closes-its-output":
            os.close(1)
            sleep_for_ever()
        elif FAULT == "stall":
            sleep_for_ever()
        elif FAULT == "slow":
            time.sleep(0.4)
            say("bestmove 4")
        elif FAULT == "flood":
            while True:
                sys.stdout.write("info depth 1 score cp 3\n" * 1000)
        elif FAULT == "endless-line":
            while True:
                sys.stdout.write("info" * 1000)
        elif FAULT == "garbage":
            sys.stdout.buffer.write(b"\xff\xfe\x00 info depth x score mate\ninfo score mate 99999999999999999999 pv 9 9\n")
            sys.stdout.buffer.write(b"best\nbestmove \xff\xfe\x00\n")
            sys.stdout.buffer.flush()
        else:
            say("bestmove 4")

#!/usr/bin/env python3
"""An engine that plays Connect Four: rules, a look two plies ahead, and the conversation, in the standard library only.

Try it, from the folder of the project:

    zermelo match connect4 "alphabeta(depth=2)" "ugi(python3 examples/engines/connect4.py, nodes=1000)" --games 20
    zermelo check-engine "python3 examples/engines/connect4.py" --game connect4

To write an engine for another game, replace the class Position and keep the rest. README.md tells the protocol.
"""

import sys
import threading
import time

COLUMNS, ROWS = 7, 6


# --- The rules -------------------------------------------------------------------------------------------------


class Position:
    """A board, and whose turn it is. The first player is `x`, the second `o`; a move is a column, 1 to 7."""

    def __init__(self, columns=None, player="x"):
        # Each column is a string that grows upwards: "xo" has an x at the bottom and an o on it.
        self.columns = columns or [""] * COLUMNS
        self.player = player

    @staticmethod
    def read(text):
        """Reads a position such as `......./......./......./......./...o.../...x... x`: rows from the top, and who is
        to move."""
        board, player = text.split()
        rows = board.split("/")
        if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows) or player not in "xo":
            raise ValueError("not a position of Connect Four: " + text)
        columns = ["".join(row[column] for row in reversed(rows)).rstrip(".") for column in range(COLUMNS)]
        return Position(columns, player)

    def moves(self):
        """The columns that are not full."""
        return [column + 1 for column in range(COLUMNS) if len(self.columns[column]) < ROWS]

    def play(self, move):
        """The position after a move; positions never change."""
        columns = list(self.columns)
        columns[move - 1] += self.player
        return Position(columns, "o" if self.player == "x" else "x")

    def at(self, column, row):
        """What is on a cell: `x`, `o`, or nothing."""
        inside = 0 <= column < COLUMNS and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else ""

    def has_won(self, column):
        """Whether the topmost piece of a column, which was played last, makes four in a row."""
        return self.has_four_at(column, len(self.columns[column]) - 1)

    def has_four_at(self, column, row):
        """Whether the piece on a cell is one of four in a row."""
        piece = self.at(column, row)
        if not piece:
            return False
        for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
            in_a_row = 1
            for sign in (1, -1):
                x, y = column + sign * step_x, row + sign * step_y
                while self.at(x, y) == piece:
                    in_a_row += 1
                    x, y = x + sign * step_x, y + sign * step_y
            if in_a_row >= 4:
                return True
        return False

    def is_over(self):
        """Whether there is a four in a row, or no room."""
        return not self.moves() or any(self.has_four_at(column, row) for column in range(COLUMNS) for row in range(ROWS))


# --- The player ------------------------------------------------------------------------------------------------


def choose(position):
    """A move, what it is worth in centipoints, and how many positions were looked at.

    Wins if it can; else avoids moves after which the opponent wins at once; else plays towards the middle.
    """
    best_move, best_score, nodes = None, None, 0
    # From the middle outwards: of equal moves the first is taken.
    for move in sorted(position.moves(), key=lambda move: abs(move - 4)):
        nodes += 1
        after = position.play(move)
        if after.has_won(move - 1):
            return move, 10_000, nodes
        score = -10 * abs(move - 4)
        for answer in after.moves():
            nodes += 1
            if after.play(answer).has_won(answer - 1):
                score = -10_000
                break
        if best_score is None or score > best_score:
            best_move, best_score = move, score
    return best_move, best_score, nodes


# --- The conversation ------------------------------------------------------------------------------------------

# Only whole lines may leave, also when two threads talk.
speaking = threading.Lock()


def say(line):
    with speaking:
        # Without flush the line would stay in this program until it ends.
        print(line, flush=True)


def read_position(words):
    """Reads what stands behind `position`: `startpos` or `fen ..`, and perhaps `moves ..`."""
    at = words.index("moves") if "moves" in words else len(words)
    position = Position() if words[0] == "startpos" else Position.read(" ".join(words[1:at]))
    for move in words[at + 1 :]:
        position = position.play(int(move))
    return position


def search(position, stop):
    """Answers a `go`. `stop` is an event for a search that ends only when told to."""
    started = time.monotonic()
    move, score, nodes = choose(position)
    milliseconds = int(1000 * (time.monotonic() - started))
    say(f"info depth 2 score cp {score} nodes {nodes} time {milliseconds} pv {move}")
    if stop:
        stop.wait()
    say(f"bestmove {move}")


def answer_query(position, question):
    """The answer to a question about the position; `None` if the question is not known."""
    is_over = position.is_over()
    if question == "p1turn":
        return "true" if position.player == "x" else "false"
    if question == "gameover":
        return "true" if is_over else "false"
    if question == "moves":
        return "" if is_over else " ".join(str(move) for move in position.moves())
    return None


def main():
    position = Position()
    stop = None
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        command, rest = words[0], words[1:]
        if command == "ugi":
            say("id name Two plies of Connect Four")
            say("id author The Zermelo authors")
            # One value only: so a referee sees which game this is.
            say("option name Variant type combo default connect4 var connect4")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "position":
            try:
                position = read_position(rest)
            except (ValueError, IndexError) as error:
                # A line that begins so is shown to the person who runs the match.
                say(f"info string error: {error}")
        elif command == "go":
            # This player needs no time, so limits mean nothing to it; but an infinite search may not answer before
            # `stop`, and has to hear it: hence the thread.
            stop = threading.Event() if "infinite" in rest else None
            threading.Thread(target=search, args=(position, stop), daemon=True).start()
        elif command == "stop":
            if stop:
                stop.set()
        elif command == "query":
            # Whoever runs a match sees by the answers that both have the same board.
            answer = answer_query(position, " ".join(rest))
            if answer is not None:
                say(f"response {answer}")
        elif command == "quit":
            return
        # Whatever else is said (`uginewgame`, options, words of a later version) is passed over.


if __name__ == "__main__":
    main()

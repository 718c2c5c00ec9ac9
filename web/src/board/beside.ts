// Where a question about the board stands: beside the board, so that it hides none of the cells that it asks for.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

/** The left upper corner of a box of this size beside the board: below it, on its right, on its left or above it, where it is within the
 * window; nothing if the board leaves no room. */
export function beside(board: Box, size: { width: number; height: number }, window: { width: number; height: number }): { left: number; top: number } | null {
  const [right, bottom] = [board.left + board.width, board.top + board.height];
  const within = (at: number, length: number, all: number) => Math.max(GAP, Math.min(at, all - length - GAP));
  const middle = within(board.left + (board.width - size.width) / 2, size.width, window.width);
  const low = within(bottom - size.height, size.height, window.height);
  const spots = [
    { left: middle, top: bottom + GAP },
    { left: right + GAP, top: low },
    { left: board.left - GAP - size.width, top: low },
    { left: middle, top: board.top - GAP - size.height },
  ];
  return spots.find(({ left, top }) => Math.min(left, top, window.width - left - size.width, window.height - top - size.height) >= 0) ?? null;
}

// uPlot, dressed for these pages. This file is loaded only where a curve is shown.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { aligned, type Trace } from "./curves";
import { figure } from "./format";

/** How a trace is drawn; `raw` is what stays visible below a smoothed line. */
export interface Drawn extends Trace {
  isFaint: boolean;
  isGrey: boolean;
}

export interface Looks {
  text: string;
  quiet: string;
  line: string;
  ground: string;
  series: string[];
}

const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];
/** Where fewer points than this are shown, each has a mark. */
const MARKS = 60;

export interface Plot {
  update: (traces: Drawn[], follow: boolean) => void;
  resize: (width: number, height: number) => void;
  /** Shows more or less of x: 0.5 is half of it, 0 everything. */
  zoom: (by: number) => void;
  destroy: () => void;
}

const withAlpha = (colour: string, alpha: number) =>
  colour + Math.round(alpha * 255).toString(16).padStart(2, "0");

export function makePlot(
  place: HTMLElement,
  size: { width: number; height: number },
  names: { x: string; y: string },
  looks: Looks,
  first: Drawn[],
  on: { hover: (index: number | null, x: number | null) => void; zoomed: (is: boolean) => void },
): Plot {
  let drawn = first;
  let plot: uPlot;
  let isZoomed = false;
  // On a narrow chart the legend has to do: names at the ends would take the room of the lines.
  const hasEnds = size.width >= 480 && drawn.filter((trace) => !trace.isGrey).length <= 6;
  const colourOf = (trace: Drawn) =>
    trace.isGrey ? withAlpha(looks.quiet, 0.4) : (looks.series[trace.colour % looks.series.length] ?? looks.text);

  const dataOf = (traces: Drawn[]): uPlot.AlignedData => {
    const { xs, columns } = aligned(traces);
    return [xs, ...columns.flatMap((column) => [column.y, column.low, column.high])] as uPlot.AlignedData;
  };
  const range = () => {
    const xs = plot.data[0];
    return { low: xs[0] ?? 0, high: xs[xs.length - 1] ?? 1 };
  };

  /** Names at the ends of the lines, moved apart where they would cover each other. */
  function drawEnds(u: uPlot) {
    const ratio = uPlot.pxRatio;
    const { ctx, bbox } = u;
    const labels = drawn.flatMap((trace) => {
      if (trace.isFaint || trace.isGrey) return [];
      const last = trace.points.findLast((point) => point[0] <= (u.scales.x?.max ?? Infinity));
      return last ? [{ trace, y: u.valToPos(last[1], "y", true), x: u.valToPos(last[0], "x", true) }] : [];
    });
    labels.sort((a, b) => a.y - b.y);
    const step = 15 * ratio;
    let free = bbox.top;
    ctx.save();
    ctx.font = `${12 * ratio}px system-ui, sans-serif`;
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    for (const label of labels) {
      if (label.x < bbox.left || label.y < bbox.top - step || label.y > bbox.top + bbox.height + step) continue;
      const y = Math.max(label.y, free);
      free = y + step;
      const x = bbox.left + bbox.width;
      ctx.fillStyle = ctx.strokeStyle = colourOf(label.trace);
      drawMark(ctx, label.trace.dash, label.x, label.y, 4 * ratio);
      ctx.fillStyle = looks.text;
      if (hasEnds) ctx.fillText(label.trace.label.slice(0, 14), x + 10 * ratio, y);
    }
    ctx.restore();
  }

  const options: uPlot.Options = {
    ...size,
    padding: [12, hasEnds ? 96 : 16, 0, 4],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: true }, y: false, points: { size: 7 } },
    scales: { x: { time: false } },
    axes: [names.x, names.y].map((label, at) => ({
      label,
      labelSize: 20,
      size: at === 0 ? 32 : 56,
      font: "12px system-ui, sans-serif",
      labelFont: "12px system-ui, sans-serif",
      stroke: looks.quiet,
      grid: { stroke: looks.line, width: 1 },
      ticks: { stroke: looks.line, width: 1, size: 4 },
      values: (_: uPlot, values: (number | null)[]) => values.map((value) => (value === null ? "" : figure(value))),
    })),
    series: [
      {},
      ...drawn.flatMap((trace): uPlot.Series[] => {
        const stroke = colourOf(trace);
        const few = (u: uPlot) => !trace.isFaint && !trace.isGrey && (u.data[0]?.length ?? 0) < MARKS;
        return [
          {
            stroke: trace.isFaint ? withAlpha(stroke.slice(0, 7), 0.45) : stroke,
            width: trace.isFaint || trace.isGrey ? 1 : 2,
            dash: DASHES[trace.dash % DASHES.length],
            spanGaps: true,
            points: { show: few, size: 5, fill: stroke },
          },
          { stroke: "transparent", width: 0, points: { show: false }, spanGaps: true },
          { stroke: "transparent", width: 0, points: { show: false }, spanGaps: true },
        ];
      }),
    ],
    bands: drawn.flatMap((trace, at) =>
      trace.isGrey || trace.isFaint
        ? []
        : [{ series: [at * 3 + 3, at * 3 + 2] as [number, number], fill: withAlpha(colourOf(trace).slice(0, 7), 0.18) }],
    ),
    hooks: {
      draw: [drawEnds],
      setCursor: [
        (u) => {
          const index = u.cursor.idx ?? null;
          on.hover(index, index === null ? null : (u.data[0]?.[index] ?? null));
        },
      ],
      setScale: [
        (u, key) => {
          if (key !== "x" || !plot) return;
          const { low, high } = range();
          const scale = u.scales.x;
          isZoomed = (scale?.min ?? low) > low || (scale?.max ?? high) < high;
          on.zoomed(isZoomed);
        },
      ],
    },
  };
  plot = new uPlot(options, dataOf(drawn), place);

  return {
    update: (traces, follow) => {
      drawn = traces;
      const before = range();
      const { min, max } = plot.scales.x ?? {};
      plot.setData(dataOf(traces), !isZoomed);
      if (!isZoomed) return;
      // A part that is looked at stays; if it had the newest point and is to follow, it moves along.
      const { high } = range();
      const shift = follow && (max ?? 0) >= before.high ? high - before.high : 0;
      plot.setScale("x", { min: (min ?? 0) + shift, max: (max ?? 0) + shift });
    },
    resize: (width, height) => plot.setSize({ width, height }),
    zoom: (by) => {
      const { low, high } = range();
      const [min, max] = [plot.scales.x?.min ?? low, plot.scales.x?.max ?? high];
      const middle = plot.cursor.idx != null ? (plot.data[0][plot.cursor.idx] ?? max) : max;
      const wide = by === 0 ? high - low : Math.min(high - low, (max - min) * by);
      const from = Math.max(low, Math.min(high - wide, middle - ((middle - min) / (max - min || 1)) * wide));
      if (high > low) plot.setScale("x", { min: from, max: from + wide });
    },
    destroy: () => plot.destroy(),
  };
}

/** A mark of its own shape for each series, so that colour is never needed to tell them apart. */
function drawMark(ctx: CanvasRenderingContext2D, shape: number, x: number, y: number, r: number) {
  ctx.beginPath();
  switch (shape % 6) {
    case 1:
      ctx.rect(x - r, y - r, 2 * r, 2 * r);
      break;
    case 2:
      ctx.moveTo(x, y - r * 1.2);
      ctx.lineTo(x + r * 1.2, y + r);
      ctx.lineTo(x - r * 1.2, y + r);
      break;
    case 3:
      ctx.moveTo(x, y - r * 1.3);
      ctx.lineTo(x + r * 1.3, y);
      ctx.lineTo(x, y + r * 1.3);
      ctx.lineTo(x - r * 1.3, y);
      break;
    case 4:
      ctx.moveTo(x, y + r * 1.2);
      ctx.lineTo(x + r * 1.2, y - r);
      ctx.lineTo(x - r * 1.2, y - r);
      break;
    case 5:
      ctx.rect(x - r * 1.4, y - r / 2, r * 2.8, r);
      break;
    default:
      ctx.arc(x, y, r, 0, 2 * Math.PI);
  }
  ctx.closePath();
  ctx.fill();
}

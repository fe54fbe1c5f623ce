import type { FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import { shownFigure } from './comparison';

/** A dot of the picture; variants at one place share it. */
export interface ParetoDot {
  x: number;
  y: number;
  /** Numbers of its variants from 1 on, in the order of the table. */
  numbers: number[];
  /** Whether no other variant is better in one and not worse in the other. */
  isBest: boolean;
  label: string;
}

export interface ParetoPicture {
  dots: ParetoDot[];
  /** The corners of the line through the best, from left to right. */
  line: { x: number; y: number }[];
  xTicks: { at: number; label: string }[];
  yTicks: { at: number; label: string }[];
}

export interface ParetoFrame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Dots closer than this, in pixels, are one. */
const NEAR = 9;
const MARGIN = 0.12;

/**
 * Variants by two figures of which less is better, in pixels of the frame; undefined unless two or more have both.
 */
export function paretoPicture(
  variants: readonly VariantOutcome[],
  [xName, yName]: readonly [FigureName, FigureName],
  frame: ParetoFrame,
): ParetoPicture | undefined {
  const known = variants.flatMap(({ name, summary }, index) => {
    const [x, y] = [summary[xName]?.total, summary[yName]?.total];
    return x === undefined || y === undefined ? [] : [{ name, number: index + 1, x, y }];
  });
  if (known.length < 2) return undefined;
  const xScale = scaleOf(
    known.map(({ x }) => x),
    frame.left,
    frame.width - frame.right,
  );
  const yScale = scaleOf(
    known.map(({ y }) => y),
    frame.height - frame.bottom,
    frame.top,
  );
  const isBest = (one: { x: number; y: number }) =>
    !known.some((other) => other.x <= one.x && other.y <= one.y && (other.x < one.x || other.y < one.y));
  const dots: ParetoDot[] = [];
  for (const one of known) {
    const [x, y] = [xScale.at(one.x), yScale.at(one.y)];
    const near = dots.find((dot) => Math.hypot(dot.x - x, dot.y - y) < NEAR);
    const label = `${one.name}: ${shownFigure(xName, one.x)}, ${shownFigure(yName, one.y)}`;
    if (near) {
      near.numbers.push(one.number);
      near.isBest ||= isBest(one);
      near.label += `; ${label}`;
    } else dots.push({ x, y, numbers: [one.number], isBest: isBest(one), label });
  }
  return {
    dots,
    line: lineThrough(known.filter(isBest).map(({ x, y }) => ({ x: xScale.at(x), y: yScale.at(y) }))),
    xTicks: xScale.ends.map((value) => ({ at: xScale.at(value), label: shownFigure(xName, value) })),
    yTicks: yScale.ends.map((value) => ({ at: yScale.at(value), label: shownFigure(yName, value) })),
  };
}

/** The best dots as steps: nothing below and left of the line was tried. */
function lineThrough(best: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const inOrder = [...best].sort((a, b) => a.x - b.x || b.y - a.y);
  return inOrder.flatMap((dot, index) => {
    const former = inOrder[index - 1];
    return former ? [{ x: dot.x, y: former.y }, dot] : [dot];
  });
}

interface Scale {
  at(value: number): number;
  ends: number[];
}

function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least === most) return { at: () => (from + to) / 2, ends: [least] };
  const margin = (most - least) * MARGIN;
  return {
    at: (value) => from + ((value - least + margin) / (most - least + 2 * margin)) * (to - from),
    ends: [least, most],
  };
}

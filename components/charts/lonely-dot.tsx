import type { ReactElement } from 'react';

interface PointProps {
  cx?: number;
  cy?: number;
  index: number;
  points: readonly { readonly value?: unknown }[];
  stroke?: string;
  strokeOpacity?: number | string;
}

const RADIUS = 1.75;

/** Whether a point has a value and neither point beside it has one, so that no line leads to it. */
export function isLonely(values: readonly unknown[], index: number): boolean {
  const isKnown = (at: number) => values[at] !== undefined && values[at] !== null;
  return isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1);
}

/** Draws a point of a line where the line cannot be seen: one with nothing on either side. */
export function lonelyDot({ cx, cy, index, points, stroke, strokeOpacity }: PointProps): ReactElement {
  const beside = points.slice(Math.max(0, index - 1), index + 2).map(({ value }) => value);
  if (cx === undefined || cy === undefined || !isLonely(beside, index === 0 ? 0 : 1))
    return <g key={index} />;
  return <circle key={index} cx={cx} cy={cy} r={RADIUS} fill={stroke} fillOpacity={strokeOpacity} />;
}

/** The dots of a line through `rows`: none, unless it has a point that no line leads to. */
export function dotsFor<K extends string>(
  rows: readonly Readonly<Partial<Record<K, unknown>>>[],
  key: K,
): false | typeof lonelyDot {
  const values = rows.map((row) => row[key]);
  return values.some((_, index) => isLonely(values, index)) && lonelyDot;
}

export interface Marker {
  id: string;
  x: number;
  label: string;
}

/** A marker whose label is right of its line in `row`; row 0 is nearest to the plot. */
export type Placed<M extends Marker> = M & { row: number };

const CHARACTER_PX = 7.8;
const GAP_PX = 14;

/** Estimated width of a label at the charts' font size, in pixels. */
export function labelWidth(label: string): number {
  return label.length * CHARACTER_PX + GAP_PX;
}

/**
 * Gives every label a row so that no two labels overlap and no marker's line runs through a label. Labels are
 * right of their lines, so a label must be above every marker within its width.
 */
export function placeLabels<M extends Marker>(markers: readonly M[]): Placed<M>[] {
  const placed: Placed<M>[] = [];
  for (const marker of [...markers].sort((a, b) => b.x - a.x)) {
    const reach = marker.x + labelWidth(marker.label);
    const under = placed.filter((other) => other.x < reach);
    const row = under.reduce((highest, other) => Math.max(highest, other.row + 1), 0);
    placed.push({ ...marker, row });
  }
  return placed.reverse();
}

/**
 * The width of a plot within `width` pixels that leaves room for every label. Markers are at `x` of the full
 * width and move along as the plot narrows.
 */
export function plotWidth(markers: readonly Marker[], width: number): number {
  const widths = markers
    .filter(({ x }) => x > 0)
    .map(({ x, label }) => ((width - labelWidth(label)) / x) * width);
  return Math.max(1, Math.min(width, ...widths));
}

'use client';

import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';

/** A moment of a chart over time, with what stands above its line. */
export interface TimeMark {
  key: string | number;
  atMs: number;
  /** Of the line, and of the sign unless that has its own. */
  colour: string;
  sign: string;
  signColour?: string;
}

/** A time of a chart with a colour behind it. */
export interface TimeBand {
  fromMs: number;
  toMs: number;
  colour: string;
}

/** The lines of more would hide what is measured. */
const FEW_MARKS = 15;
/** In pixels: signs nearer to each other would be one blot. */
const SIGN_WIDTH = 9;

/** What of `marks`, oldest first, has room at its place in pixels: one for those of a look that would touch it. */
export function thinnedOut(
  marks: readonly TimeMark[],
  place: (atMs: number) => number | undefined,
): { mark: TimeMark; x: number }[] {
  const lastOf = new Map<string, number>();
  return marks.flatMap((mark) => {
    const x = place(mark.atMs);
    const look = `${mark.sign} ${mark.colour} ${mark.signColour}`;
    if (x === undefined || x - (lastOf.get(look) ?? Number.NEGATIVE_INFINITY) < SIGN_WIDTH) return [];
    lastOf.set(look, x);
    return [{ mark, x }];
  });
}

/**
 * The moments of a chart over time, in one drawing: each ReferenceLine tells the whole chart of itself whenever it is
 * drawn (recharts 3.10.1), so that a hundred keep a page busy for seconds.
 */
export function TimeMarks({ marks }: { marks: readonly TimeMark[] }) {
  const plot = usePlotArea();
  const place = useXAxisScale();
  if (!plot || !place) return null;
  const right = plot.x + plot.width;
  const drawn = thinnedOut(marks, place).filter(({ x }) => x >= plot.x && x <= right);
  const opacity = drawn.length > FEW_MARKS ? 0.15 : 0.45;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.line}>
      {drawn.map(({ mark: { key, colour, sign, signColour = colour }, x }) => (
        <g key={key} data-mark>
          <line x1={x} x2={x} y1={plot.y} y2={plot.y + plot.height} stroke={colour} strokeOpacity={opacity} />
          <text x={x} y={plot.y - 1} textAnchor="middle" fontSize={9} fill={signColour}>
            {sign}
          </text>
        </g>
      ))}
    </ZIndexLayer>
  );
}

/** The times of a chart that have a colour, cut to what is shown, in one drawing, as its moments. */
export function TimeBands({ bands }: { bands: readonly TimeBand[] }) {
  const plot = usePlotArea();
  const place = useXAxisScale();
  if (!plot || !place) return null;
  const within = (atMs: number) => Math.min(plot.x + plot.width, Math.max(plot.x, place(atMs) ?? plot.x));
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.area}>
      {bands.map(({ fromMs, toMs, colour }) => (
        <rect
          key={fromMs}
          x={within(fromMs)}
          width={within(toMs) - within(fromMs)}
          y={plot.y}
          height={plot.height}
          fill={colour}
          fillOpacity={0.12}
        />
      ))}
    </ZIndexLayer>
  );
}

import { useState } from 'react';

interface Span {
  fromMs: number;
  toMs: number;
}

/** What recharts reports about the pointer: the time it is over. */
interface OverChart {
  activeLabel?: string | number | undefined;
}

const SHORTEST_MS = 5 * 60_000;

/** A time range chosen by dragging over a chart; `span` is the range so far. */
export function useDrag(chosen: (span: Span) => void) {
  const [ends, setEnds] = useState<{ first: number; last: number }>();
  const span = ends && { fromMs: Math.min(ends.first, ends.last), toMs: Math.max(ends.first, ends.last) };
  const over = ({ activeLabel }: OverChart) => (activeLabel === undefined ? undefined : Number(activeLabel));
  return {
    span,
    handlers: {
      onMouseDown: (state: OverChart) => {
        const at = over(state);
        if (at !== undefined) setEnds({ first: at, last: at });
      },
      onMouseMove: (state: OverChart) => {
        const at = over(state);
        if (ends && at !== undefined) setEnds({ ...ends, last: at });
      },
      onMouseUp: () => {
        if (span && span.toMs - span.fromMs >= SHORTEST_MS) chosen(span);
        setEnds(undefined);
      },
      onMouseLeave: () => setEnds(undefined),
    },
  };
}

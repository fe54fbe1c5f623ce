import { type PointerEvent, useState } from 'react';

interface Span {
  fromMs: number;
  toMs: number;
}

/** Shorter drags are clicks; a share of the width. */
const SHORTEST = 0.02;

/** A time range chosen by dragging over a drawing that is as wide as `shown`; `brushed` is it so far, in shares of the width. */
export function useBrush({ fromMs, toMs }: Span, chosen: (span: Span) => void) {
  const [ends, setEnds] = useState<{ first: number; last: number }>();
  const brushed = ends && { from: Math.min(ends.first, ends.last), to: Math.max(ends.first, ends.last) };
  const timeAt = (share: number) => Math.round(fromMs + share * (toMs - fromMs));
  return {
    brushed,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A finger that moves scrolls the page.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeOf(event);
        setEnds({ first: at, last: at });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (ends) setEnds({ ...ends, last: placeOf(event) });
      },
      onPointerUp: () => {
        if (brushed && brushed.to - brushed.from >= SHORTEST)
          chosen({ fromMs: timeAt(brushed.from), toMs: timeAt(brushed.to) });
        setEnds(undefined);
      },
      onPointerCancel: () => setEnds(undefined),
    },
  };
}

/** Where a pointer is over a drawing, as a share of its width. */
export function placeOf({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

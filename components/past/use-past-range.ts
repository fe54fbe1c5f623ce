import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { RANGES, type RangeName } from '@/server/contract/past';

const NAMES = Object.keys(RANGES) as RangeName[];
const SHORTEST_MS = 10 * 60_000;

interface Span {
  fromMs: number;
  toMs: number;
}

/** The time range of the charts of the past, in the address bar: the last hour to 90 days, or any other. */
export function usePastRange() {
  const [{ last, from, to }, set] = useQueryStates(
    {
      last: parseAsStringLiteral(NAMES).withDefault('1d'),
      from: parseAsInteger,
      to: parseAsInteger,
    },
    { history: 'push' },
  );
  const span = from !== null && to !== null && from < to ? { fromMs: from, toMs: to } : undefined;
  const zoom = useCallback(
    ({ fromMs, toMs }: Span) => void set({ from: Math.floor(fromMs), to: Math.ceil(toMs) }),
    [set],
  );
  return {
    last,
    span,
    asked: span
      ? { from: String(span.fromMs), to: String(span.toMs) }
      : ({ last } as Readonly<Record<string, string>>),
    choose: (name: RangeName) => set({ last: name, from: null, to: null }),
    zoom,
  };
}

export type PastRange = ReturnType<typeof usePastRange>;

/** The range around the same middle, `times` as long, at least ten minutes and at most 90 days. */
export function scaled({ fromMs, toMs }: Span, times: number): Span {
  const middleMs = (fromMs + toMs) / 2;
  const halfMs = Math.min(Math.max((toMs - fromMs) * times, SHORTEST_MS), RANGES['90d']) / 2;
  return { fromMs: Math.max(0, middleMs - halfMs), toMs: middleMs + halfMs };
}

/** The range `by` of its lengths later, or earlier if negative. */
export function shifted({ fromMs, toMs }: Span, by: number): Span {
  const byMs = Math.max(-fromMs, (toMs - fromMs) * by);
  return { fromMs: fromMs + byMs, toMs: toMs + byMs };
}

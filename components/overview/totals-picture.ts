import type { RequestTotals } from '@/server/contract/workloads';

/** One segment of a bar, as shares of the whole picture's width. */
export interface BarPart {
  kind: 'kept' | 'over' | 'short' | 'used';
  start: number;
  size: number;
}

interface TotalsPicture {
  requested: BarPart[];
  recommended: BarPart[];
  used: BarPart[];
}

/** The three bars on one shared scale, so that lengths compare. */
export function totalsPicture(totals: RequestTotals): TotalsPicture {
  const widest = Math.max(totals.requested, totals.recommended, totals.used);
  const share = (value: number) => (widest > 0 ? value / widest : 0);
  const kept: BarPart = { kind: 'kept', start: 0, size: share(totals.kept) };
  const after = (kind: BarPart['kind'], value: number): BarPart[] =>
    value > 0 ? [kept, { kind, start: share(totals.kept), size: share(value) }] : [kept];
  return {
    requested: after('over', totals.over),
    recommended: after('short', totals.short),
    used: [{ kind: 'used', start: 0, size: share(totals.used) }],
  };
}

import { FIGURES, type FigureName } from '../../contract/figures';
import type { Summary } from './summary';

/** What a figure may be at most; of a figure to be large, at least. */
export interface FigureLimits {
  readonly total?: number;
  readonly median?: number;
  readonly p95?: number;
  readonly worst?: number;
}

/** A figure beyond its limit. */
export interface Exceeded {
  readonly figure: FigureName;
  readonly of: keyof FigureLimits;
  readonly value: number;
  readonly limit: number;
  /** The workload with the worst value. */
  readonly workload: string;
}

export function exceededIn(
  summary: Summary,
  limits: Readonly<Partial<Record<FigureName, FigureLimits>>>,
): Exceeded[] {
  return (Object.entries(limits) as [FigureName, FigureLimits][]).flatMap(([figure, stated]) => {
    const own = summary[figure];
    if (!own) return [];
    const worst = own.worst[0];
    const values = { total: own.total, median: own.median, p95: own.p95, worst: worst?.value ?? own.p95 };
    return (Object.keys(values) as (keyof FigureLimits)[]).flatMap((of): Exceeded[] => {
      const limit = stated[of];
      const value = values[of];
      if (limit === undefined) return [];
      const isBeyond = FIGURES[figure].better === 'less' ? value > limit : value < limit;
      return isBeyond ? [{ figure, of, value, limit, workload: worst?.workload ?? '' }] : [];
    });
  });
}

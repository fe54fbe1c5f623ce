import type { EffectView } from '@/server/contract/operations';
import { formatAmounts, resourceName } from '@/server/words/amounts';

export interface EffectLine {
  label: string;
  before: string;
  after: string;
}

const COUNTS = [
  ['evict', 'Pods to evict'],
  ['resize', 'Pods to resize in place'],
  ['wait', 'Pods that wait'],
  ['leave', 'Pods left alone'],
] as const;

const BOUND_WORDS = { lowerBound: 'lower bound', upperBound: 'upper bound' } as const;

/** The plan and the recommended requests before and after an edit; only lines that differ. */
export function effectLines(effect: EffectView): EffectLine[] {
  const counts = COUNTS.map(([key, label]) => ({
    label,
    before: String(effect.before[key] ?? 'unknown'),
    after: String(effect.after[key] ?? 'unknown'),
  }));
  const amounts = effect.containers.flatMap(({ container, before, after }) =>
    (['cpu', 'memory'] as const).map((resource) => {
      const [now, then] = formatAmounts(resource, [before[resource], after[resource]]);
      return {
        label: `${container} ${resourceName(resource)}`,
        before: now ?? 'none',
        after: then ?? 'none',
      };
    }),
  );
  const bounds = effect.containers.flatMap(({ container, bounds: own }) =>
    (['lowerBound', 'upperBound'] as const).flatMap((bound) =>
      (['cpu', 'memory'] as const).map((resource) => {
        const [now, then] = formatAmounts(resource, [
          own?.[bound].before[resource],
          own?.[bound].after[resource],
        ]);
        const what = `${resourceName(resource)}, ${BOUND_WORDS[bound]}`;
        return { label: `${container} ${what}`, before: now ?? 'none', after: then ?? 'none' };
      }),
    ),
  );
  const limits = effect.containers.flatMap(({ container, limits: own }) => {
    if (!own) return [];
    const [now, then] = formatAmounts('memory', [own.before, own.after]);
    return {
      label: `${container} memory limit`,
      before: now ?? 'in proportion',
      after: then ?? 'in proportion',
    };
  });
  return [...counts, ...amounts, ...limits, ...bounds].filter((line) => line.before !== line.after);
}

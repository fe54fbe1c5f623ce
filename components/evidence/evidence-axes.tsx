import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';

const TICK = { fill: 'var(--ink-soft)', fontSize: 11 };

/** What the axes of all evidence have in common. */
export const X_AXIS = {
  tickLine: false,
  stroke: 'var(--line-strong)',
  tick: TICK,
  minTickGap: 24,
} as const;

export function yAxis(resource: Resource, ticks: readonly number[]) {
  return {
    domain: [0, ticks.at(-1) ?? 1],
    ticks: [...ticks],
    tickFormatter: (value: number) => (value === 0 ? '0' : formatAmount(resource, value)),
    tickLine: false,
    axisLine: false,
    width: 76,
    tick: TICK,
  };
}

import type { FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import { formatAmount } from '@/server/words/amounts';
import { shownFigure } from './comparison';

/** What an edit would have changed: before, after, and the difference in words. */
export interface EditLine {
  label: string;
  before: string;
  after: string;
}

const LINES: readonly [FigureName, string][] = [
  ['evictions', 'Evictions'],
  ['resizes', 'Resizes'],
  ['oomsADay', 'OOM kills'],
  ['coreHours', 'CPU requested'],
  ['gibHours', 'Memory requested'],
  ['cpuShort', 'Time short of CPU'],
];
const LEAST_SAVED = 0.005;
const GIB = 2 ** 30;

/** @param variants the saved policy, then the edited one */
export function editLines([saved, edited]: readonly VariantOutcome[]): EditLine[] {
  return LINES.flatMap(([figure, label]) => {
    const [before, after] = [saved?.summary[figure]?.total, edited?.summary[figure]?.total];
    return before === undefined || after === undefined
      ? []
      : [{ label, before: shownFigure(figure, before), after: shownFigure(figure, after) }];
  });
}

/** CPU and memory requested less, or more, on average over the time replayed. */
export function savedWords([saved, edited]: readonly VariantOutcome[], hours: number): string {
  const parts = (
    [
      ['coreHours', 'CPU'],
      ['gibHours', 'memory'],
    ] as const
  ).flatMap(([figure, unit]) => {
    const [before, after] = [saved?.summary[figure]?.total, edited?.summary[figure]?.total];
    if (before === undefined || after === undefined || hours <= 0) return [];
    const less = (before - after) / hours;
    if (Math.abs(less) < LEAST_SAVED) return [];
    const size = Math.abs(less);
    const amount = unit === 'CPU' ? formatAmount('cpu', size * 1000) : formatAmount('memory', size * GIB);
    return [`${amount} ${less > 0 ? 'less' : 'more'} ${unit}`];
  });
  return parts.length > 0 ? `It requests ${parts.join(' and ')}, on average.` : 'It requests the same.';
}

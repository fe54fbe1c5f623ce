import type { FigureName, VariantOutcome } from '@/server/process/replays/views';
import { figureText } from './comparison';

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

/** @param variants the saved policy, then the edited one */
export function editLines([saved, edited]: readonly VariantOutcome[]): EditLine[] {
  return LINES.flatMap(([figure, label]) => {
    const [before, after] = [saved?.summary[figure]?.total, edited?.summary[figure]?.total];
    return before === undefined || after === undefined
      ? []
      : [{ label, before: figureText(figure, before), after: figureText(figure, after) }];
  });
}

/** Cores and GiB requested less, or more, on average over the time replayed. */
export function savedWords([saved, edited]: readonly VariantOutcome[], hours: number): string {
  const parts = (
    [
      ['coreHours', 'cores'],
      ['gibHours', 'GiB'],
    ] as const
  ).flatMap(([figure, unit]) => {
    const [before, after] = [saved?.summary[figure]?.total, edited?.summary[figure]?.total];
    if (before === undefined || after === undefined || hours <= 0) return [];
    const less = (before - after) / hours;
    if (Math.abs(less) < LEAST_SAVED) return [];
    const amount = Math.abs(less).toLocaleString('en-US', { maximumSignificantDigits: 3 });
    return [`${amount} ${unit} ${less > 0 ? 'less' : 'more'}`];
  });
  return parts.length > 0 ? `It requests ${parts.join(' and ')}, on average.` : 'It requests the same.';
}

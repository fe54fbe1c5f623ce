import type { FigureName } from '@/server/contract/figures';
import type { VariantOutcome, VariantRequest } from '@/server/contract/replays';
import { formatAmount } from '@/server/words/amounts';
import { shownFigure } from './comparison';

/** Pods left as they are, and pods that get what is recommended. */
export const LEFT_OR_APPLIED: readonly [VariantRequest, VariantRequest] = [
  { name: 'Left as now', updateMode: 'Off' },
  { name: 'As recommended', updateMode: 'InPlaceOrRecreate' },
];

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
  ['memoryShort', 'Time short of memory'],
];
/** Of time short, less is not worth a warning: a replay is no closer to what will be. */
const LEAST_SHORT = 0.001;
const SHORTAGES = [
  ['oomsADay', 'OOM kills of each container', 0],
  ['memoryShort', 'time short of memory', LEAST_SHORT],
  ['cpuShort', 'time short of CPU', LEAST_SHORT],
] as const satisfies readonly (readonly [FigureName, string, number])[];
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

/** What comes first of a comparison: whether workloads would have been short of more than now, or of less. */
export function shortageOf([saved, edited]: readonly VariantOutcome[]): { isWorse: boolean; words: string } {
  const differing = SHORTAGES.flatMap(([figure, what, least]) => {
    const [before, after] = [saved?.summary[figure]?.total ?? 0, edited?.summary[figure]?.total ?? 0];
    return Math.abs(after - before) > least
      ? [
          {
            isWorse: after > before,
            words: `${what} ${shownFigure(figure, after)} instead of ${shownFigure(figure, before)}`,
          },
        ]
      : [];
  });
  const isWorse = differing.some((one) => one.isWorse);
  const words = differing.filter((one) => one.isWorse === isWorse).map((one) => one.words);
  if (words.length === 0) return { isWorse, words: 'No more shortage than now.' };
  return { isWorse, words: `${isWorse ? 'Worse' : 'Less shortage'}: ${words.join(', ')}.` };
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

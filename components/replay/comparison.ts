import { FIGURES, type FigureName, mayBeBest } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import { figureWords } from '@/server/words/figures';

/** One variant's value of a figure. */
export interface ComparedCell {
  text: string;
  /**
   * Better than all others; of equal ones, each, unless all are. What saves by starving is best at nothing: see
   * `mayBeBest`.
   */
  isBest: boolean;
  /** Median and p95 of several workloads. */
  spread?: string;
}

export interface ComparedRow {
  figure: FigureName;
  title: string;
  /** What it means, in a sentence. */
  help: string;
  cells: ComparedCell[];
}

export interface ComparedGroup {
  title: string;
  rows: ComparedRow[];
}

/** The figures that decide, by what they are about; the others are shown when asked for. */
const GROUPS: readonly { title: string; figures: readonly FigureName[]; more: readonly FigureName[] }[] = [
  { title: 'Cost', figures: ['cost', 'coreHours', 'gibHours'], more: [] },
  {
    title: 'Slack',
    figures: ['cpuSlack', 'memorySlack'],
    more: ['cpuSlackCores', 'memorySlackGib', 'cpuRequestsOverUsage', 'memoryRequestsOverUsage'],
  },
  {
    title: 'Shortage',
    figures: ['cpuShort', 'throttledMinutesADay', 'memoryShort', 'oomsADay'],
    more: ['cpuShortDepth', 'memoryShortDepth', 'oomKills', 'oomFreeDays'],
  },
  {
    title: 'Disruption',
    figures: ['evictions', 'resizes', 'awayMinutes'],
    more: ['recommendationChanges'],
  },
];

const TITLES: Readonly<Record<FigureName, [title: string, help: string]>> = {
  cost: ['Cost, at your prices', 'What the requests cost, at the prices of the settings.'],
  coreHours: ['CPU requested', 'Cores requested × hours.'],
  gibHours: ['Memory requested', 'GiB requested × hours.'],
  cpuSlack: [
    'CPU slack of requests',
    'What is requested above the 95th percentile of usage, as a share of it.',
  ],
  memorySlack: [
    'Memory slack of requests',
    'What is requested above the 95th percentile of usage, as a share of it.',
  ],
  cpuSlackCores: ['CPU requested idle', 'Requested and not used, on average.'],
  memorySlackGib: ['Memory requested idle', 'Requested and not used, on average.'],
  cpuRequestsOverUsage: ['CPU requests to usage', 'Requests as a multiple of usage.'],
  memoryRequestsOverUsage: ['Memory requests to usage', 'Requests as a multiple of usage.'],
  cpuShort: [
    'Time short of CPU',
    'Share of the time in which usage is above the limit, or the request without one.',
  ],
  throttledMinutesADay: ['Throttled, a day', 'Minutes of a container-day at its CPU limit.'],
  memoryShort: [
    'Time short of memory',
    'Share of the time in which usage is above the limit, or the request without one.',
  ],
  oomKills: ['OOM kills in all', 'Of all containers, in the time replayed.'],
  oomsADay: ['OOM kills', 'For each container and day.'],
  cpuShortDepth: [
    'CPU short by',
    'On average over that time, as a share of the limit, or the request without one.',
  ],
  memoryShortDepth: [
    'Memory short by',
    'On average over that time, as a share of the limit, or the request without one.',
  ],
  oomFreeDays: ['Days without OOM kill', 'Share of the days.'],
  evictions: ['Evictions', 'Pods the updater evicts.'],
  resizes: ['Resizes', 'Pods the updater resizes in place.'],
  awayMinutes: ['Pods away', 'From eviction or kill until the pod is back.'],
  recommendationChanges: ['Target changes', 'New targets after the first.'],
};

export function figureTitle(name: FigureName): string {
  return TITLES[name][0];
}

export function shownFigure(name: FigureName, value: number): string {
  return figureWords(FIGURES[name].unit, value);
}

/** The variants side by side. @param isWhole every figure, not only those that decide */
export function comparison(
  variants: readonly VariantOutcome[],
  { isWhole, workloads }: { isWhole: boolean; workloads: number },
): ComparedGroup[] {
  return GROUPS.map(({ title, figures, more }) => ({
    title,
    rows: [...figures, ...(isWhole ? more : [])].flatMap((figure) => {
      if (variants.every(({ summary }) => summary[figure] === undefined)) return [];
      const [name, help] = TITLES[figure];
      return [{ figure, title: name, help, cells: cellsOf(figure, variants, workloads) }];
    }),
  })).filter(({ rows }) => rows.length > 0);
}

function cellsOf(figure: FigureName, variants: readonly VariantOutcome[], workloads: number): ComparedCell[] {
  const summaries = variants.map(({ summary }) => summary[figure]);
  const texts = summaries.map((own) => (own ? shownFigure(figure, own.total) : '–'));
  const able = variants.map(({ summary }) => mayBeBest(figure, summary));
  const enough = summaries.flatMap((own, index) => (own && able[index] ? own.total : []));
  const best = FIGURES[figure].better === 'less' ? Math.min(...enough) : Math.max(...enough);
  const bestText = Number.isFinite(best) ? shownFigure(figure, best) : undefined;
  // What reads the same is the same to the reader.
  const isTie = texts.every((text) => text === bestText || text === '–');
  return summaries.map((own, index) => ({
    text: texts[index] ?? '–',
    isBest: !isTie && own !== undefined && able[index] === true && texts[index] === bestText,
    ...(own &&
      workloads > 1 && {
        spread: `median ${shownFigure(figure, own.median)}, p95 ${shownFigure(figure, own.p95)}`,
      }),
  }));
}

/** The workloads that a figure is worst for, under each variant; those with nothing wrong are left out. */
export function worstOf(variants: readonly VariantOutcome[], figure: FigureName) {
  const isWrong =
    FIGURES[figure].better === 'less' ? (value: number) => value > 0 : (value: number) => value < 1;
  return variants.map(({ name, summary }) => ({
    name,
    worst: (summary[figure]?.worst ?? [])
      .filter(({ value }) => isWrong(value))
      .map(({ workload, value }) => ({ workload, text: shownFigure(figure, value) })),
  }));
}

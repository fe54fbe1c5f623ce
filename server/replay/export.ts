import { AppError } from '@/server/lib/report/errors';
import { csvLine } from '@/server/words/csv';
import { realKillsText } from '@/server/words/real-kills';
import { absoluteTime, isoTime } from '@/server/words/times';
import { FIGURE_NAMES, FIGURES, type FigureName, figureColumn, figureText } from '../contract/figures';
import type { ReplayChartView, ReplayOutcome, ReplayView, VariantOutcome } from '../contract/replays';
import { inMarkdown } from '../pages/patches/folder';
import { placeText } from './rows';

export const EXPORT_FORMATS = ['csv', 'json', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The figures of each workload under each variant. */
export interface ExportedWorkload {
  readonly workload: string;
  readonly variants: readonly Pick<ReplayChartView['variants'][number], 'name' | 'figures'>[];
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
};

/** @throws AppError `bad-request` */
export function readFormat(params: URLSearchParams): ExportFormat {
  const wanted = params.get('format') ?? 'csv';
  const found = EXPORT_FORMATS.find((format) => format === wanted);
  if (found) return found;
  const message = `must be one of ${EXPORT_FORMATS.join(', ')}`;
  throw new AppError('bad-request', `format ${message}`, [{ field: 'format', message }]);
}

/** What a replay found as a file: every workload in CSV, everything in JSON, the comparison in Markdown. */
export function exportOf(
  replay: ReplayView & { outcome: ReplayOutcome },
  workloads: readonly ExportedWorkload[],
  format: ExportFormat,
): ExportFile {
  const name = `replay-${isoTime(replay.startedMs).slice(0, 10)}-${replay.id.slice(0, 8)}.${format}`;
  return { name, type: TYPES[format], text: textOf(replay, workloads, format) };
}

function textOf(
  replay: ReplayView & { outcome: ReplayOutcome },
  workloads: readonly ExportedWorkload[],
  format: ExportFormat,
): string {
  switch (format) {
    case 'csv':
      return csvOf(workloads);
    case 'json': {
      const { isInMemory: _, ...told } = replay;
      return JSON.stringify({ ...told, figures: workloads }, null, 2);
    }
    case 'md':
      return markdownOf(replay);
  }
}

function csvOf(workloads: readonly ExportedWorkload[]): string {
  const rows = workloads.flatMap(({ workload, variants }) =>
    variants.map(({ name, figures }) => [
      workload,
      name,
      ...FIGURE_NAMES.map((figure) => figures[figure] ?? ''),
    ]),
  );
  return [['workload', 'variant', ...FIGURE_NAMES.map(figureColumn)], ...rows].map(csvLine).join('');
}

function markdownOf({ outcome, request, who, startedMs }: ReplayView & { outcome: ReplayOutcome }): string {
  const { fromMs, toMs, variants, leftOut, notes, loop, workloads } = outcome;
  const what = placeText(request.scope) || 'the cluster';
  return [
    `# Replay of ${inMarkdown(what)}`,
    '',
    `${absoluteTime(fromMs)} to ${absoluteTime(toMs)}, ${loop} loop, workloads: ${workloads.length}. Started by ${inMarkdown(who)} on ${absoluteTime(startedMs)}.`,
    ...[realKillsText(outcome) ?? [], notes].flat().flatMap((note) => ['', inMarkdown(note)]),
    '',
    ...tableOf(variants),
    ...(leftOut.length > 0
      ? [
          '',
          '## Left out',
          '',
          ...leftOut.map(({ workload, why }) => `- ${inMarkdown(workload)}: ${inMarkdown(why)}`),
        ]
      : []),
    '',
  ].join('\n');
}

function tableOf(variants: readonly VariantOutcome[]): string[] {
  const shown = FIGURE_NAMES.filter((name) => variants.some(({ summary }) => summary[name]));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...variants.map(({ name }) => inMarkdown(name))]),
    row(['---', ...variants.map(() => '---:')]),
    ...shown.map((name) =>
      row([titleOf(name), ...variants.map(({ summary }) => valueText(name, summary[name]?.total))]),
    ),
  ];
}

function titleOf(name: FigureName): string {
  const { title, unit } = FIGURES[name];
  return unit === 'share' ? `${title}, %` : `${title}, ${unit}`;
}

function valueText(name: FigureName, value: number | undefined): string {
  return value === undefined ? '-' : figureText(name, value);
}

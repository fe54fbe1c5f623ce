import { countOf } from '../../words/counts';
import { type ContextsReport, reportsIn, type ScannedContext } from '../contexts-report';
import { csvOfContexts } from './csv';
import { escaped, markdownText, tableLine } from './markdown';
import { CLOSING_LINES, findingCounts } from './summary';
import { meanings, paragraphsText, sumLines, type TableStyle, tableText } from './table';
import { bothText, fromToMoney, harmless, NOT_STATED } from './texts';

/** Each context under its name, then what all of them come to. */
export function contextsTable(report: ContextsReport, style: TableStyle): string {
  const parts = report.contexts.map((one) => {
    const text = 'report' in one ? tableText(one.report, { ...style, isPart: true }) : missingText(one);
    return `== ${harmless(one.context)}\n${text}`;
  });
  const sums = reportsIn(report).map(({ context, report: { sum } }) => ({ name: context, ...sum }));
  const end = paragraphsText(
    [
      [
        `== ${titleOfContexts(report)}`,
        ...sumLines('CONTEXT', [...sums, { name: 'all', ...report.sum }], report.currency),
      ],
      meanings(report),
      [...CLOSING_LINES],
    ],
    style,
  );
  return [...parts, end].join('\n\n');
}

/** A heading for all, a table of sums, and a chapter for each context. */
export function contextsMarkdown(report: ContextsReport): string {
  const rows = report.contexts.map((one) => {
    if (!('report' in one)) return [one.context, missingText(one), '', '', ''];
    const { sum } = one.report;
    return [one.context, findingCounts(sum), ...freedAndLacked(sum), monthOf(report, sum)];
  });
  const all = ['all', findingCounts(report.sum), ...freedAndLacked(report.sum), monthOf(report, report.sum)];
  return [
    `# ${escaped(titleOfContexts(report))}`,
    '',
    tableLine(['context', 'findings', 'could free', 'lacks', 'a month']),
    tableLine(Array<string>(5).fill('---')),
    ...[...rows, all].map((row) => tableLine(row.map(escaped))),
    '',
    // Only headings begin with this sign: it is escaped elsewhere.
    ...reportsIn(report).map((one) => markdownText(one.report).replaceAll(/^#/gm, '##')),
  ].join('\n');
}

export function contextsCsv(report: ContextsReport): string {
  return csvOfContexts(reportsIn(report));
}

/** `Scan of 3 contexts, of which 1 is missing` */
export function titleOfContexts({ contexts }: ContextsReport): string {
  const missing = contexts.filter((one) => !('report' in one)).length;
  return `Scan of ${countOf(contexts.length, 'context')}${missing > 0 ? `, of which ${missing} ${missing === 1 ? 'is' : 'are'} not counted` : ''}`;
}

export function missingText(one: Exclude<ScannedContext, { report: unknown }>): string {
  return harmless('failure' in one ? one.failure : `the same cluster as ${one.sameAs}, and counted there`);
}

export function freedAndLacked({ frees, adds }: Pick<ContextsReport['sum'], 'frees' | 'adds'>): string[] {
  return [bothText(frees) || 'nothing', bothText(adds) || 'nothing'];
}

export function monthOf({ currency }: ContextsReport, sum: ContextsReport['sum']): string {
  return fromToMoney({ ...(currency !== undefined && { currency }) }, sum) || NOT_STATED;
}

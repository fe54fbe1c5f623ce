import { RESOURCES } from '../../objects/units';
import { SCAN_FINDING_WORDS, SCAN_FINDINGS, type ScanFinding } from '../../words/scan-findings';
import type { ScannedWorkload, ScanReport, ScanSum } from '../report';
import { CLOSING_LINES, findingCounts, sinceLines, summaryLines } from './summary';
import {
  amountsText,
  changesText,
  fromToMoney,
  harmless,
  killsText,
  knowsThrottling,
  NOT_STATED,
  recommendedBy,
  replayText,
  shortText,
  throttledText,
  totalText,
  usedText,
} from './texts';

/** How a table is drawn: for a terminal of some width, or as wide as it is. */
export interface TableStyle {
  readonly columns?: number | undefined;
  readonly isColoured: boolean;
  /** Also what was used, and why. */
  readonly isWide: boolean;
  /** Whether more follows: what is said of all is left to the end. */
  readonly isPart?: boolean;
}

const COLOURS: Readonly<Record<ScanFinding, string>> = {
  killed: '\u001b[31m',
  short: '\u001b[33m',
  waste: '\u001b[36m',
  fine: '\u001b[32m',
  unknown: '\u001b[2m',
};
const PLAIN = '\u001b[0m';
const BETWEEN = '   ';
/** Names are cut to no less; lines of a narrower terminal wrap. */
const SHORTEST_NAME = 16;
/** What goes before any name is cut. */
const GOES_FIRST = ['THROTTLED', 'CHANGES'] as const;

/** The report as a terminal shows it. */
export function tableText(report: ScanReport, style: TableStyle): string {
  const parts = [
    summaryLines(report),
    ...(report.workloads.length > 0 ? [workloadLines(report, style)] : []),
    ...(report.namespaces.length > 1 ? [namespaceLines(report)] : []),
    ...(report.notes.length > 0 ? [report.notes.map((note) => `Note: ${note}`)] : []),
    report.leftOut.map(({ namespace, kind, name, why }) => `Left out: ${namespace}/${kind}/${name}: ${why}`),
    sinceLines(report),
    ...(style.isPart ? [] : [meanings(report), [...CLOSING_LINES]]),
  ];
  return paragraphsText(parts, style);
}

/** Paragraphs of lines, with an empty line between. */
export function paragraphsText(parts: readonly (readonly string[])[], style: TableStyle): string {
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines
        .map(harmless)
        .map((line) => coloured(line, style))
        .join('\n'),
    )
    .join('\n\n');
}

function coloured(line: string, { isColoured }: TableStyle): string {
  if (!isColoured) return line;
  const [, finding] = /^(\w+)(?= {2,})/.exec(line) ?? [];
  const known = SCAN_FINDINGS.find((one) => one === finding);
  return known ? `${COLOURS[known]}${known}${PLAIN}${line.slice(known.length)}` : line;
}

/** Without the columns that a terminal has no room for, which the last line names. */
function workloadLines(report: ScanReport, style: TableStyle): string[] {
  let rows = workloadRows(report, style);
  const without: string[] = [];
  for (const heading of GOES_FIRST) {
    const gone = rows[0]?.indexOf(heading) ?? -1;
    if (gone < 0 || fits(rows, style)) continue;
    without.push(heading);
    rows = rows.map((row) => row.filter((_, column) => column !== gone));
  }
  const lines = aligned(rows, style);
  if (without.length === 0) return lines;
  return [...lines, `No room here for ${without.join(' and ')}; -o wide shows all.`];
}

function workloadRows(report: ScanReport, style: TableStyle): Rows {
  const shown = {
    isWide: style.isWide,
    throttling: knowsThrottling(report),
    currency: report.currency,
  };
  const headings = [
    'FINDING',
    'NAMESPACE',
    'WORKLOAD',
    'CONTAINER',
    'CPU',
    'MEMORY',
    'KILLS',
    ...(shown.throttling ? ['THROTTLED'] : []),
    'SHORT',
    'CHANGES',
    ...(shown.isWide ? ['CPU USED', 'MEMORY USED', 'DAYS'] : []),
    ...(shown.isWide && shown.currency ? ['A MONTH'] : []),
    ...(shown.isWide ? ['WHY'] : []),
  ];
  return [headings, ...report.workloads.flatMap((workload) => rowsOf(workload, shown))];
}

/** Which columns there are besides the usual ones. */
interface Shown {
  readonly isWide: boolean;
  readonly throttling: boolean;
  readonly currency?: string | undefined;
}

function rowsOf(workload: ScannedWorkload, { isWide, throttling, currency }: Shown): string[][] {
  const { finding, namespace, kind, name, containers, replicas } = workload;
  return containers.map((container, index) => {
    const isFirst = index === 0;
    const first = (text: string) => (isFirst ? text : '');
    return [
      first(finding),
      first(namespace),
      first(`${kind}/${name} ×${replicas}`),
      container.name,
      ...RESOURCES.map((resource) => amountsText(resource, container)),
      first(killsText(workload)),
      ...(throttling ? [throttledText(container)] : []),
      first(shortText(workload)),
      first(changesText(workload)),
      ...(isWide
        ? [
            ...RESOURCES.map((resource) => usedText(resource, container)),
            container.confidenceDays.toFixed(1),
            ...(currency ? [first(fromToMoney({ currency }, workload) || NOT_STATED)] : []),
            [
              ...RESOURCES.flatMap((resource) => container.why[resource] ?? []),
              ...(isFirst ? [replayText(workload), ...workload.notes, recommendedBy(workload)] : []),
            ]
              .filter(Boolean)
              .join('; '),
          ]
        : []),
    ];
  });
}

function namespaceLines({ namespaces, currency }: ScanReport): string[] {
  return sumLines(
    'NAMESPACE',
    namespaces.map((one) => ({ name: one.namespace, ...one })),
    currency,
  );
}

/** A line for each sum. @param heading what they are of */
export function sumLines(
  heading: string,
  sums: readonly (ScanSum & { name: string })[],
  currency: string | undefined,
): string[] {
  const headings = [
    heading,
    'WORKLOADS',
    'FREES CPU',
    'FREES MEMORY',
    'LACKS CPU',
    'LACKS MEMORY',
    ...(currency ? ['A MONTH'] : []),
    'FINDINGS',
  ];
  const rows = sums.map((one) => [
    one.name,
    String(one.workloads),
    ...(['frees', 'adds'] as const).flatMap((part) =>
      RESOURCES.map((resource) => totalText(resource, one[part][resource]) ?? NOT_STATED),
    ),
    ...(currency ? [fromToMoney({ currency }, one) || NOT_STATED] : []),
    findingCounts(one),
  ]);
  return aligned([headings, ...rows], { isColoured: false, isWide: true });
}

export function meanings({ sum }: Pick<ScanReport, 'sum'>): string[] {
  return SCAN_FINDINGS.filter((finding) => sum.findings[finding] > 0 && finding !== 'fine').map(
    (finding) => `${finding.padEnd(7)} ${SCAN_FINDING_WORDS[finding]}`,
  );
}

type Rows = readonly (readonly string[])[];

function widthsOf(rows: Rows): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
}

function lengthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + BETWEEN.length, -BETWEEN.length);
}

function fits(rows: Rows, { columns, isWide }: TableStyle): boolean {
  return isWide || columns === undefined || lengthOf(widthsOf(rows)) <= columns;
}

/** Columns as kubectl aligns them. In a terminal that is too narrow, the names are cut until it fits. */
function aligned(rows: Rows, { columns, isWide }: TableStyle): string[] {
  const cells = rows.map((row) => row.map(harmless));
  const widths = widthsOf(cells);
  if (columns !== undefined && !isWide) {
    let over = lengthOf(widths) - columns;
    for (const column of NAME_COLUMNS) {
      const width = widths[column] ?? 0;
      const cut = Math.min(Math.max(0, over), Math.max(0, width - SHORTEST_NAME));
      widths[column] = width - cut;
      over -= cut;
    }
  }
  return cells.map((row) =>
    row
      .map((cell, column) => cutTo(cell, widths[column] ?? 0, column).padEnd(widths[column] ?? 0))
      .join(BETWEEN)
      .trimEnd(),
  );
}

const WORKLOAD_COLUMN = 2;
/** Workload, container, namespace: what is cut first. */
const NAME_COLUMNS = [WORKLOAD_COLUMN, 3, 1];

/** Of a workload the kind goes first. */
function cutTo(text: string, width: number, column: number): string {
  if (text.length <= width) return text;
  return column === WORKLOAD_COLUMN
    ? `…${text.slice(1 - width)}`
    : `${text.slice(0, Math.max(1, width - 1))}…`;
}

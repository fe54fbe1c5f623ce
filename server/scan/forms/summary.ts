import { countOf } from '../../words/counts';
import { SCAN_FINDINGS } from '../../words/scan-findings';
import { absoluteTime, formatDuration } from '../../words/times';
import { namespacesWords } from '../core/namespaces';
import type { ScanReport, ScanSource, ScanSum } from '../report';
import { bothText, moneyText } from './texts';

const SOURCE_WORDS: Readonly<Record<ScanSource, string>> = {
  prometheus: 'Usage from',
  checkpoints: 'Recommendations from the checkpoints of VPAs, without usage',
  'metrics-api': 'Usage sampled from the metrics API',
  none: 'Without any usage',
};

/** What the report is of, and what all of it comes to; a line each. */
export function summaryLines(report: ScanReport): string[] {
  const { cluster, namespace, selector, source, fromMs, toMs, stepMs, sum, nodes, isPartial } = report;
  const where = namespace === undefined ? cluster : `${namespacesWords(namespace)} of ${cluster}`;
  const of = selector === undefined ? where : `${where} with -l ${selector}`;
  const from =
    source.address === undefined
      ? SOURCE_WORDS[source.kind]
      : `${SOURCE_WORDS[source.kind]} ${source.address}`;
  const freed = bothText(sum.frees);
  const added = bothText(sum.adds);
  const money = moneyText(report, sum.money);
  return [
    `Scan of ${of} at ${absoluteTime(toMs)}${isPartial ? ', stopped before the end' : ''}`,
    source.kind === 'prometheus'
      ? `${from}, ${formatDuration(toMs - fromMs)} back, a sample each ${formatDuration(stepMs)}`
      : from,
    `${countOf(sum.workloads, 'workload')}: ${findingCounts(sum)}`,
    `Could free ${freed || 'nothing'}; lacks ${added || 'nothing'}${money ? `; ${money}` : ''}`,
    ...(nodes?.next === undefined
      ? []
      : [
          `${countOf(nodes.next, 'node')} of the ${nodes.nodes} would hold all pods by their requests${nodes.now === undefined ? '' : `, today's need ${nodes.now}`}`,
        ]),
  ];
}

/** `2 killed, 1 short, 4 waste, 9 fine` */
export function findingCounts({ findings }: Pick<ScanSum, 'findings'>): string {
  const counts = SCAN_FINDINGS.filter((finding) => findings[finding] > 0).map(
    (finding) => `${findings[finding].toLocaleString('en-US')} ${finding}`,
  );
  return counts.join(', ') || 'none';
}

/** What is different from an earlier report; nothing if there was none. */
export function sinceLines({ since }: Pick<ScanReport, 'since'>): string[] {
  if (!since) return [];
  const list = (title: string, changes: typeof since.worse) =>
    changes.map(
      ({ workload, from, to }) => `  ${title}: ${workload}, ${from ? `${from} → ${to}` : `new, ${to}`}`,
    );
  return [
    `Since ${absoluteTime(since.atMs)}: ${countOf(since.worse.length, 'workload')} worse, ${since.better.length} better, ${since.gone.length} gone`,
    ...list('worse', since.worse),
    ...list('better', since.better),
    ...since.gone.map((workload) => `  gone: ${workload}`),
  ];
}

/** The lines after a report: what to do with it. */
export const CLOSING_LINES = [
  'Write this down as patches for Git: plumbline scan -o patches',
  'Keep it up to date in the cluster, changing nothing until you say so: kubectl apply -k deploy/one-pod (docs/install.md), then plumbline scan --apply-rules',
] as const;

import { RESOURCES } from '../../objects/units';
import { csvLine } from '../../words/csv';
import type { ScanReport } from '../report';

const PARTS = ['requests', 'limits'] as const;
const UNITS = { cpu: 'millicores', memory: 'bytes' } as const;

const headingsOf = (currency: string | undefined) => [
  'namespace',
  'kind',
  'workload',
  'container',
  'replicas',
  'finding',
  'kills',
  'throttled_share',
  'confidence_days',
  ...RESOURCES.flatMap((resource) => [
    ...PARTS.flatMap((part) =>
      ['now', 'next'].map((when) => `${when}_${part}_${resource}_${UNITS[resource]}`),
    ),
    ...['median', 'p95', 'peak'].map((what) => `used_${what}_${resource}_${UNITS[resource]}`),
  ]),
  ...['now', 'recommended'].flatMap((when) =>
    ['cpu_short_share', 'memory_short_share', 'kills', 'changes'].map((what) => `replay_${when}_${what}`),
  ),
  ...['now', 'next'].map((when) =>
    ['money', when, currency?.toLowerCase(), 'month'].filter(Boolean).join('_'),
  ),
  'notes',
];

/** A line for each container; what is not known is empty. */
export function csvText(report: ScanReport): string {
  return [csvLine(headingsOf(report.currency)), ...linesOf(report, [])].join('');
}

/** The same of several, with the context of each line before it. */
export function csvOfContexts(parts: readonly { context: string; report: ScanReport }[]): string {
  return [
    csvLine(['context', ...headingsOf(parts.find(({ report }) => report.currency)?.report.currency)]),
    ...parts.flatMap(({ context, report }) => linesOf(report, [context])),
  ].join('');
}

function linesOf({ workloads }: ScanReport, first: readonly string[]): string[] {
  return workloads.flatMap((workload) => {
    const { namespace, kind, name, replicas, finding, replayed, money, notes } = workload;
    return workload.containers.map(({ name: container, kills, throttled, confidenceDays, now, next, used }) =>
      csvLine([
        ...first,
        namespace,
        kind,
        name,
        container,
        replicas,
        finding,
        kills,
        throttled,
        confidenceDays,
        ...RESOURCES.flatMap((resource) => [
          ...PARTS.flatMap((part) => [now[part][resource], (next ?? now)[part][resource]]),
          ...(['median', 'p95', 'peak'] as const).map((what) => used[resource]?.[what]),
        ]),
        ...(['now', 'recommended'] as const).flatMap((when) =>
          (['cpuShort', 'memoryShort', 'kills', 'changes'] as const).map((what) => replayed?.[when]?.[what]),
        ),
        money?.now,
        money?.next,
        notes.join('; '),
      ]),
    );
  });
}

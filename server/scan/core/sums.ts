import { type Both, costOf, HOURS_PER_MONTH, together } from '../../decide/pods/money/price';
import { ofKey } from '../../lib/memo/of-key';
import type { Price } from '../../model/price-table';
import { compareTexts } from '../../words/natural-order';
import { SCAN_FINDINGS, type ScanFinding } from '../../words/scan-findings';
import type { ScannedNamespace, ScannedWorkload, ScanSum } from '../report';
import { areKillsUnknown, killsOf } from './findings';

type Counted = Pick<
  ScannedWorkload,
  'finding' | 'containers' | 'replayed' | 'requests' | 'next' | 'frees' | 'adds' | 'money'
>;

export function sumOf(workloads: readonly Counted[]): ScanSum {
  const sum: ScanSum = {
    workloads: workloads.length,
    containers: 0,
    findings: Object.fromEntries(SCAN_FINDINGS.map((finding) => [finding, 0])) as Record<ScanFinding, number>,
    kills: 0,
    requests: { cpu: 0, memory: 0 },
    next: { cpu: 0, memory: 0 },
    frees: { cpu: 0, memory: 0 },
    adds: { cpu: 0, memory: 0 },
  };
  for (const workload of workloads) {
    sum.containers += workload.containers.length;
    sum.findings[workload.finding]++;
    sum.kills += killsOf(workload);
    if (areKillsUnknown(workload)) sum.killsUnknown = (sum.killsUnknown ?? 0) + 1;
    for (const part of ['requests', 'next', 'frees', 'adds'] as const) add(sum[part], workload[part]);
    if (!workload.money) continue;
    sum.money ??= { now: 0, next: 0 };
    sum.money.now += workload.money.now;
    sum.money.next += workload.money.next;
  }
  return sum;
}

/** The same by namespace, in order of their names. */
export function sumsByNamespace(
  workloads: readonly (Counted & Pick<ScannedWorkload, 'namespace'>)[],
): ScannedNamespace[] {
  const groups = new Map<string, Counted[]>();
  for (const workload of workloads) ofKey(groups, workload.namespace, () => []).push(workload);
  return [...groups]
    .map(([namespace, own]) => ({ namespace, ...sumOf(own) }))
    .sort((a, b) => compareTexts(a.namespace, b.namespace));
}

/** What amounts cost in a month. */
export function moneyOf(requests: Both, next: Both, price: Price): { now: number; next: number } {
  const aMonth = (amounts: Both) => together(costOf(amounts, price)) * HOURS_PER_MONTH;
  return { now: aMonth(requests), next: aMonth(next) };
}

function add(sum: Both, { cpu, memory }: Both): void {
  sum.cpu += cpu;
  sum.memory += memory;
}

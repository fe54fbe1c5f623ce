import type { VisibleNamespaces } from '../../access';
import { gravityOf, STANDINGS, type Standing } from '../../contract/verdict';
import type { WorkloadsView } from '../../contract/workloads';
import { ofKey } from '../../lib/memo/of-key';
import type { Sliced } from '../../lib/time/slices';
import { OverviewSum } from '../workloads/totals';
import type { ListedWorkload } from '../workloads/workload-list';
import { Most } from './most';

/** How many of the worst are told of. */
export const MOST_TOLD = 10;

/** What the VPAs of a namespace, or of several, come to. */
export class NamespaceSum {
  vpas = 0;
  readonly modes = new Map<string, Record<Standing, number>>();
  /** The VPAs of each VerticalScalingPolicy. */
  readonly policies = new Map<string, number>();
  /** Those of which most is to free. */
  readonly wasteful = new Most<ListedWorkload>(MOST_TOLD);
  /** Those in danger, in most danger first. */
  readonly endangered = new Most<ListedWorkload>(MOST_TOLD);
  /** Those with the newest OOM kills. */
  readonly oomKilled = new Most<ListedWorkload>(MOST_TOLD);
  private readonly sum = new OverviewSum();

  get overview(): WorkloadsView['overview'] {
    return this.sum.result();
  }

  vpasIn(mode: string): number {
    return Object.values(this.modes.get(mode) ?? {}).reduce((sum, count) => sum + count, 0);
  }

  add(workload: ListedWorkload): void {
    const { mode, standing, freeCores, risk, row } = workload;
    this.vpas++;
    this.standingsOf(mode)[standing]++;
    if (row.keptBy) this.policies.set(row.keptBy, (this.policies.get(row.keptBy) ?? 0) + 1);
    this.sum.add(workload);
    if (freeCores > 0) this.wasteful.add(workload, freeCores);
    if (gravityOf(standing) <= gravityOf('short')) this.endangered.add(workload, -risk);
    const lastOomMs = lastOomOf(workload);
    if (lastOomMs !== undefined) this.oomKilled.add(workload, lastOomMs);
  }

  merge(other: NamespaceSum): void {
    this.vpas += other.vpas;
    for (const [mode, counts] of other.modes) {
      const own = this.standingsOf(mode);
      for (const standing of STANDINGS) own[standing] += counts[standing];
    }
    for (const [policy, vpas] of other.policies)
      this.policies.set(policy, (this.policies.get(policy) ?? 0) + vpas);
    this.wasteful.merge(other.wasteful);
    this.endangered.merge(other.endangered);
    this.oomKilled.merge(other.oomKilled);
    this.sum.merge(other.sum);
  }

  private standingsOf(mode: string): Record<Standing, number> {
    const known = this.modes.get(mode);
    if (known) return known;
    const counts = Object.fromEntries(STANDINGS.map((one) => [one, 0])) as Record<Standing, number>;
    this.modes.set(mode, counts);
    return counts;
  }
}

/** When a container of it was last OOM-killed, Unix ms, within a day; undefined if none was. */
export function lastOomOf({ row }: Pick<ListedWorkload, 'row'>): number | undefined {
  const times = row.containers.flatMap(({ ooms }) => ooms?.lastMs ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** The sum of each namespace that has VPAs, and that of all. */
export interface NamespaceSums {
  readonly byNamespace: ReadonlyMap<string, NamespaceSum>;
  readonly whole: NamespaceSum;
}

/** The sum of each namespace, in the order of `workloads`, and that of all. */
export function* sumsOf(workloads: Iterable<ListedWorkload>): Sliced<NamespaceSums> {
  const byNamespace = new Map<string, NamespaceSum>();
  for (const workload of workloads) {
    const sum = ofKey(byNamespace, workload.namespace, () => new NamespaceSum());
    sum.add(workload);
    yield;
  }
  return { byNamespace, whole: yield* together(byNamespace.values()) };
}

/** The same as far as it is within reach. */
export function* sumsWithin(sums: NamespaceSums, reach: VisibleNamespaces): Sliced<NamespaceSums> {
  if (reach.namespaces === undefined) return sums;
  const byNamespace = new Map<string, NamespaceSum>();
  for (const [name, sum] of sums.byNamespace) if (reach.covers(name)) byNamespace.set(name, sum);
  return { byNamespace, whole: yield* together(byNamespace.values()) };
}

function* together(sums: Iterable<NamespaceSum>): Sliced<NamespaceSum> {
  const whole = new NamespaceSum();
  for (const sum of sums) {
    whole.merge(sum);
    yield;
  }
  return whole;
}

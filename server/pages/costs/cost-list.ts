import {
  type ByStage,
  COST_GROUPS,
  type CostGroup,
  type CostRow,
  type CostShare,
  type CostsView,
  type RefusedAmounts,
  WITHOUT_POLICY,
} from '../../contract/costs';
import type { WorkloadSummary } from '../../contract/recommendations';
import { addCost, noCost, type WorkloadCost } from '../../decide/new/workload-cost';
import { type Cost, type CostPart, sizeOf } from '../../decide/pods/money/cost';
import { ofKey } from '../../lib/memo/of-key';
import type { Price } from '../../model/price-table';
import type { Resource } from '../../objects/units';
import { naturalKey } from '../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec, type Tally } from '../list';
import type { KnownValues } from '../list-query';
import { addStages, noStages } from './stages';

/** A workload with its cost, once per version of its summary. */
export interface CostedWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly policy: string;
  readonly mode: string;
  readonly text: string;
  readonly nameKey: string;
  readonly cost: Cost;
  readonly price: Price | undefined;
  readonly usedMs: number | undefined;
  readonly containers: WorkloadSummary['containers'];
  readonly pods: number;
  /** Absent while none of its pods is refused. */
  readonly refused?: RefusedAmounts;
  /** Absent without a plan. */
  readonly stages?: ByStage;
}

/** A row: one workload, or those of a namespace or policy. */
export interface ListedCost {
  readonly name: string;
  readonly nameKey: string;
  readonly members: readonly CostedWorkload[];
}

export function costedWorkload(summary: WorkloadSummary, { price, ...cost }: WorkloadCost): CostedWorkload {
  const { namespace, name, target, containers, pods } = summary;
  const refused = refusedAmounts(summary);
  const usedMs = containers.flatMap(({ cpu, memory }) => [cpu.usage?.atMs ?? 0, memory.usage?.atMs ?? 0]);
  return {
    namespace,
    name,
    policy: summary.keptBy ?? '',
    mode: summary.updateMode,
    text: `${namespace}/${name} ${target.kind} ${target.name} ${summary.keptBy ?? ''}`.toLowerCase(),
    nameKey: naturalKey(name),
    cost,
    price,
    usedMs: Math.max(0, ...usedMs) || undefined,
    containers,
    pods,
    ...(refused && { refused }),
  };
}

/** What the pods that are refused would request with their targets. */
function refusedAmounts({ refused, containers }: WorkloadSummary): RefusedAmounts | undefined {
  const pods = refused?.missing ?? 0;
  if (pods === 0) return undefined;
  const each = (resource: Resource) =>
    containers.reduce((sum, { [resource]: { target, request } }) => sum + (target ?? request?.max ?? 0), 0);
  return { pods, cpu: pods * each('cpu'), memory: pods * each('memory') };
}

/** The sum over workloads: exact in millicores and bytes, and never rounded in money. */
export function costOfAll(workloads: Iterable<{ readonly cost: Cost }>, isPriced: boolean): Cost {
  const sum = noCost(isPriced);
  for (const { cost } of workloads) addCost(sum, cost);
  return sum;
}

export const KNOWN_OF_COSTS: KnownValues = { by: (value) => COST_GROUPS.some((one) => one === value) };

const policyOf = ({ policy }: CostedWorkload) => policy || WITHOUT_POLICY;
const namespaceOf = ({ namespace }: CostedWorkload) => namespace;
const modeOf = ({ mode }: CostedWorkload) => mode;

const MOST_SHARES = 10;

class Totals implements Tally<ListedCost, CostedWorkload, CostsView['totals']> {
  private readonly sum: Cost;
  private readonly refused = { pods: 0, cpu: 0, memory: 0 };
  private stages: ByStage | undefined;
  private workloads = 0;

  constructor(isPriced: boolean) {
    this.sum = noCost(isPriced);
  }

  add({ cost, refused, stages }: CostedWorkload): void {
    this.workloads++;
    addCost(this.sum, cost);
    for (const part of ['pods', 'cpu', 'memory'] as const) this.refused[part] += refused?.[part] ?? 0;
    if (!stages) return;
    this.stages ??= noStages();
    addStages(this.stages, stages);
  }

  result() {
    const { sum, workloads, refused, stages } = this;
    return { ...sum, workloads, refused, ...(stages && { stages }) };
  }
}

class Shares implements Tally<ListedCost, CostedWorkload, CostShare[]> {
  private readonly sums = new Map<string, Cost>();

  constructor(private readonly isPriced: boolean) {}

  add({ namespace, cost }: CostedWorkload): void {
    const sum = ofKey(this.sums, namespace, () => noCost(this.isPriced));
    addCost(sum, cost);
  }

  result(): CostShare[] {
    const shares = [...this.sums].map(([namespace, cost]) => ({
      namespace,
      cost,
      size: sizeOf(cost, 'saving') + sizeOf(cost, 'growth'),
    }));
    shares.sort((a, b) => b.size - a.size || (a.namespace < b.namespace ? -1 : 1));
    const others = shares.slice(MOST_SHARES);
    return [
      ...shares.slice(0, MOST_SHARES).map(({ namespace, cost }) => ({ namespace, cost })),
      ...(others.length > 0 ? [{ cost: costOfAll(others, this.isPriced) }] : []),
    ];
  }
}

/** The list of costs; of each row, only the workloads that pass the filter count. */
export function costListSpec(isPriced: boolean) {
  const bySize = (part: CostPart) => (_: ListedCost, members: readonly CostedWorkload[]) =>
    members.reduce((sum, { cost }) => sum + sizeOf(cost, part), 0);
  return {
    pageSize: 25,
    parts: ({ members }: ListedCost) => members,
    namespaceOf,
    filters: {
      by: () => (part: CostedWorkload) => part,
      q: hasWords<ListedCost, CostedWorkload>(({ text }) => text),
      namespace: isValue<ListedCost, CostedWorkload>(namespaceOf),
      policy: isValue<ListedCost, CostedWorkload>(policyOf),
      mode: isValue<ListedCost, CostedWorkload>(modeOf),
    },
    tallies: {
      namespace: countBy<ListedCost, CostedWorkload>(namespaceOf),
      policy: countBy<ListedCost, CostedWorkload>(policyOf),
      mode: countBy<ListedCost, CostedWorkload>(modeOf),
      totals: () => new Totals(isPriced),
      shares: () => new Shares(isPriced),
    },
    sorts: {
      saving: bySize('saving'),
      growth: bySize('growth'),
      requests: bySize('requests'),
      use: bySize('use'),
      target: bySize('target'),
      name: ({ nameKey }: ListedCost) => nameKey,
      pods: (_: ListedCost, members: readonly CostedWorkload[]) =>
        members.reduce((sum, { cost }) => sum + cost.pods.counted, 0),
    },
  } satisfies ListSpec<
    ListedCost,
    CostedWorkload,
    Record<string, () => Tally<ListedCost, CostedWorkload, unknown>>
  >;
}

/** The rows of a grouping, in order of name. */
export function rowsBy(by: CostGroup, workloads: readonly CostedWorkload[]): ListedCost[] {
  if (by === 'workload')
    return workloads.map((one) => ({ name: one.name, nameKey: one.nameKey, members: [one] }));
  const groups = new Map<string, CostedWorkload[]>();
  for (const one of workloads) {
    const name = by === 'namespace' ? one.namespace : one.policy;
    ofKey(groups, name, () => []).push(one);
  }
  return [...groups].map(([name, members]) => ({ name, nameKey: naturalKey(name), members }));
}

export function costRow(
  { name }: ListedCost,
  members: readonly CostedWorkload[],
  by: CostGroup,
  isPriced: boolean,
): CostRow {
  const [first] = members;
  return {
    name,
    ...(by === 'workload' &&
      first && {
        namespace: first.namespace,
        updateMode: first.mode,
        ...(first.policy !== '' && { policy: first.policy }),
      }),
    workloads: members.length,
    cost: costOfAll(members, isPriced),
  };
}

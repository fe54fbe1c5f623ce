import type { WorkloadSummary } from '../../contract/recommendations';
import {
  type Finding,
  findingsOf,
  gravityOf,
  STANDINGS,
  type Standing,
  standingOf,
} from '../../contract/verdict';
import { WORKLOAD_WORDS, type WorkloadRow } from '../../contract/workloads';
import type { Resource } from '../../model/units';
import type { Cost } from '../../policy/money/cost';
import { naturalKey } from '../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec } from '../list';
import type { KnownValues } from '../list-query';
import { dangerOf } from './danger';
import { workloadClaim } from './doubles';
import { inCores } from './in-cores';
import { type Share, shareOf, shareWithoutVpa, spareOf, wasteOf } from './totals';

/** A workload with what the list derives from it, once per version of its summary. */
export interface ListedWorkload {
  readonly row: WorkloadRow;
  readonly claim: ReturnType<typeof workloadClaim>;
  readonly namespace: string;
  readonly mode: string;
  readonly standing: Standing;
  readonly shares: Record<Resource, Share>;
  readonly text: string;
  readonly nameKey: string;
  readonly spareCpu: number | undefined;
  readonly spareMemory: number | undefined;
  readonly confidence: number | undefined;
  /** Those in most danger first; of those in none, those that waste most. */
  readonly risk: number;
  /** In cores, with memory converted. */
  readonly wasteCores: number;
  /** The same of what sums have as to free: nothing of a workload without pods now. */
  readonly freeCores: number;
}

/** More cores than any workload wastes. */
const LARGEST_WASTE = 1e8;
const MOST_TOLD = 2;

/** What endangers a workload, each once; if nothing does, its standing. */
function worthTelling(standing: Standing, summary: WorkloadSummary): Finding[] {
  if (standing === 'none') return [];
  const told = new Map<string, Finding>();
  for (const finding of findingsOf(summary)) {
    const isRisk = gravityOf(finding.standing) <= gravityOf('short');
    if (isRisk || finding.standing === standing)
      told.set(finding.standing, told.get(finding.standing) ?? finding);
  }
  return [...told.values()].slice(0, MOST_TOLD);
}

/** `cost`: what its pods come to, if that is known. */
export function listedWorkload(summary: WorkloadSummary, cost?: Cost): ListedWorkload {
  const { conditions: _conditions, createdMs: _createdMs, nodeGroups, ...row } = summary;
  const { namespace, name, target, containers } = row;
  const standing = standingOf(summary);
  const share = (resource: Resource) =>
    summary.hasNoVpa ? shareWithoutVpa(summary, resource) : shareOf(summary, cost, resource);
  const shares = { cpu: share('cpu'), memory: share('memory') };
  const waste = wasteOf(summary, cost);
  const wasteCores = inCores(waste);
  const danger = dangerOf(summary, standing, cost);
  const confidences = containers.map(({ confidence }) => confidence);
  return {
    claim: workloadClaim(summary),
    row: {
      ...row,
      ...(nodeGroups && { groups: nodeGroups.groups.length }),
      standing,
      findings: worthTelling(standing, summary),
      waste,
    },
    namespace,
    mode: row.updateMode,
    standing,
    shares,
    risk: -danger - (danger < 0 ? Math.min(wasteCores, LARGEST_WASTE) : 0),
    wasteCores,
    freeCores: inCores({ cpu: shares.cpu.over, memory: shares.memory.over }),
    text: [`${namespace}/${name}`, target.kind, target.name, ...containers.map((one) => one.name)]
      .join(' ')
      .toLowerCase(),
    nameKey: naturalKey(name),
    spareCpu: spareOf(summary, 'cpu'),
    spareMemory: spareOf(summary, 'memory'),
    confidence: confidences.length > 0 ? Math.min(...confidences) : undefined,
  };
}

export const KNOWN_OF_WORKLOADS: KnownValues = {
  state: (value) => STANDINGS.some((standing) => standing === value),
  vpa: (value) => value === 'without' || value === 'all',
};

const modeOf = ({ mode, row }: ListedWorkload) => (row.hasNoVpa ? undefined : mode);
const recommenderOf = ({ row }: ListedWorkload) => row.recommender;
const policyOf = ({ row }: ListedWorkload) => row.keptBy;
const stateOf = ({ standing }: ListedWorkload) => standing;

/** The list of workloads; its rows are sorted by namespace and name. */
export const WORKLOAD_LIST_SPEC = {
  pageSize: WORKLOAD_WORDS.sizes[0],
  parts: (row: ListedWorkload) => [row],
  namespaceOf: ({ namespace }: ListedWorkload) => namespace,
  filters: {
    q: hasWords<ListedWorkload, ListedWorkload>(({ text }) => text),
    namespace: isValue(({ namespace }) => namespace),
    mode: isValue(modeOf),
    recommender: isValue(recommenderOf),
    policy: isValue(policyOf),
    state: isValue(stateOf),
  },
  tallies: {
    mode: countBy(modeOf),
    recommender: countBy(recommenderOf),
    policy: countBy(policyOf),
    state: countBy(stateOf),
  },
  sorts: {
    workload: ({ nameKey }) => nameKey,
    mode: modeOf,
    recommender: recommenderOf,
    cpu: ({ spareCpu }) => spareCpu,
    memory: ({ spareMemory }) => spareMemory,
    confidence: ({ confidence }) => confidence,
    risk: ({ risk }) => risk,
    waste: ({ wasteCores }) => wasteCores,
  },
} satisfies ListSpec<
  ListedWorkload,
  ListedWorkload,
  Record<
    'mode' | 'recommender' | 'policy' | 'state',
    ReturnType<typeof countBy<ListedWorkload, ListedWorkload>>
  >
>;

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
import type { Cost } from '../../decide/pods/money/cost';
import type { Resource } from '../../objects/units';
import { naturalKey } from '../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec } from '../list';
import type { KnownValues } from '../list-query';
import { dangerOf } from './danger';
import { workloadClaim } from './doubles';
import { inCores } from './in-cores';
import { type Share, shareOf, shareWithoutVpa, spareOf, wasteOf } from './totals';

/** A workload with what the list derives from it, once per version of its summary. */
export interface ListedWorkload extends SortedWorkload {
  readonly claim: ReturnType<typeof workloadClaim>;
  readonly shares: Record<Resource, Share>;
  /** What sums have as to free, in cores: nothing of a workload without pods now. */
  readonly freeCores: number;
}

/** What of it the list is filtered and sorted by. */
export interface SortedWorkload {
  readonly row: WorkloadRow;
  readonly namespace: string;
  readonly mode: string;
  readonly standing: Standing;
  readonly text: string;
  readonly nameKey: string;
  readonly spareCpu: number | undefined;
  readonly spareMemory: number | undefined;
  readonly confidence: number | undefined;
  /** Those in most danger first; of those in none, those that waste most. */
  readonly risk: number;
  /** In cores, with memory converted. */
  readonly wasteCores: number;
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
  const standing = standingOf(summary);
  const share = (resource: Resource) =>
    summary.hasNoVpa ? shareWithoutVpa(summary, resource) : shareOf(summary, cost, resource);
  const shares = { cpu: share('cpu'), memory: share('memory') };
  const waste = wasteOf(summary, cost);
  const wasteCores = inCores(waste);
  const danger = dangerOf(summary, standing, cost);
  const listed = sortedWorkload(
    {
      ...row,
      ...(nodeGroups && { groups: nodeGroups.groups.length }),
      standing,
      findings: worthTelling(standing, summary),
      waste,
    },
    {
      risk: -danger - (danger < 0 ? Math.min(wasteCores, LARGEST_WASTE) : 0),
      spareCpu: spareOf(summary, 'cpu'),
      spareMemory: spareOf(summary, 'memory'),
    },
  );
  return {
    ...listed,
    claim: workloadClaim(summary),
    shares,
    freeCores: inCores({ cpu: shares.cpu.over, memory: shares.memory.over }),
  };
}

/** A row as the list is filtered and sorted by it. @param apart what the row itself does not say */
export function sortedWorkload(
  row: WorkloadRow,
  apart: Pick<SortedWorkload, 'risk' | 'spareCpu' | 'spareMemory'>,
): SortedWorkload {
  const { namespace, name, target, containers, updateMode: mode, standing, waste } = row;
  const confidences = containers.map(({ confidence }) => confidence);
  return {
    row,
    namespace,
    mode,
    standing,
    ...apart,
    wasteCores: inCores(waste),
    text: [`${namespace}/${name}`, target.kind, target.name, ...containers.map((one) => one.name)]
      .join(' ')
      .toLowerCase(),
    nameKey: naturalKey(name),
    confidence: confidences.length > 0 ? Math.min(...confidences) : undefined,
  };
}

export const KNOWN_OF_WORKLOADS: KnownValues = {
  state: (value) => STANDINGS.some((standing) => standing === value),
  vpa: (value) => value === 'without' || value === 'all',
};

const modeOf = ({ mode, row }: SortedWorkload) => (row.hasNoVpa ? undefined : mode);
const recommenderOf = ({ row }: SortedWorkload) => row.recommender;
const policyOf = ({ row }: SortedWorkload) => row.keptBy;
const stateOf = ({ standing }: SortedWorkload) => standing;

/** The list of workloads; its rows are sorted by namespace and name. */
export const WORKLOAD_LIST_SPEC = {
  pageSize: WORKLOAD_WORDS.sizes[0],
  parts: (row: SortedWorkload) => [row],
  namespaceOf: ({ namespace }: SortedWorkload) => namespace,
  filters: {
    q: hasWords<SortedWorkload, SortedWorkload>(({ text }) => text),
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
  SortedWorkload,
  SortedWorkload,
  Record<
    'mode' | 'recommender' | 'policy' | 'state',
    ReturnType<typeof countBy<SortedWorkload, SortedWorkload>>
  >
>;

import type { PlannedPods, ReasonCount, VpaPlanRow } from '../../contract/plan';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { ofKey } from '../../lib/memo/of-key';
import { pendingChanges } from '../../updater/pending-changes';
import { type Decision, FATES, type Fate } from '../../words/decisions';
import { compareTexts, naturalKey } from '../../words/natural-order';
import { fateOf, REASONS, type ReasonCode } from '../../words/reasons';
import { countBy, type ListedRow, type ListSpec, type Narrow, type Tallies, type Tally } from '../list';
import type { KnownValues } from '../list-query';
import { horizonTally, isWhen, waitsFor } from './horizon';
import { actsAt, earliestOf, groupsOf, narrowed, type PlannedGroup } from './pod-groups';

/** One VPA's part of the plan, with its input. */
export interface PlannedVpa {
  readonly plan: VpaPlan;
  readonly workload: WorkloadInput | undefined;
  readonly groups: readonly PlannedGroup[];
  readonly namespace: string;
  readonly name: string;
  readonly namespaceKey: string;
  readonly nameKey: string;
  /** The text to search, besides the names of pods. */
  readonly heading: string;
}

export function plannedVpa(plan: VpaPlan, workload: WorkloadInput | undefined): PlannedVpa {
  const { namespace, name, target } = plan;
  return {
    plan,
    workload,
    groups: groupsOf(plan),
    namespace,
    name,
    namespaceKey: naturalKey(namespace),
    nameKey: naturalKey(name),
    heading: `${namespace}/${name} ${target.kind} ${target.name}`.toLowerCase(),
  };
}

/** Sorted by namespace and name. */
export function comparePlanned(a: PlannedVpa, b: PlannedVpa): number {
  return compareTexts(a.namespaceKey, b.namespaceKey) || compareTexts(a.nameKey, b.nameKey);
}

export const KNOWN_OF_PLAN: KnownValues = {
  decision: (value) => Object.hasOwn(FATES, value),
  reason: (value) => Object.hasOwn(REASONS, value),
  when: isWhen,
};

type Keep = (value: string) => Narrow<PlannedVpa, PlannedGroup>;
const keepIf =
  (keeps: (value: string, group: PlannedGroup, vpa: PlannedVpa) => boolean): Keep =>
  (value) =>
  (group, vpa) =>
    keeps(value, group, vpa) ? group : undefined;

/** Words missing in the heading must be in the name of a pod. */
const byWords: Keep = (query) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (group, { heading }) => {
    const wanted = words.filter((word) => !heading.includes(word));
    if (wanted.length === 0) return group;
    if (!wanted.every((word) => group.names.includes(word))) return undefined;
    return narrowed(group, ({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
  };
};

const byWhen: Keep = (when) => {
  const waits = waitsFor(when);
  return (group) => (group.decision === 'wait' ? narrowed(group, waits) : undefined);
};

const groupFate = ({ decision, codes }: PlannedGroup): Fate | undefined =>
  decision && fateOf(decision, codes);
const podsOf = ({ pods }: PlannedGroup) => pods.length;

/**
 * The list of VPAs with their groups of pods, of a plan made at `atMs`; rows are sorted by namespace and
 * name.
 */
export function planListSpec(atMs: number) {
  return {
    pageSize: 25,
    parts: ({ groups }) => groups,
    namespaceOf: (_, { namespace }) => namespace,
    filters: {
      q: byWords,
      namespace: keepIf((value, _, vpa) => vpa.namespace === value),
      vpa: keepIf((value, _, vpa) => vpa.name === value),
      decision: keepIf((value, group) => groupFate(group) === value),
      reason: keepIf((value, { codes }) => codes.some((code) => code === value)),
      when: byWhen,
    },
    tallies: {
      decision: countBy<PlannedVpa, PlannedGroup>(groupFate, podsOf),
      reason: reasonTally,
      when: () => horizonTally(atMs),
    },
    sorts: {
      acts: (_, groups) => Math.min(...groups.map(actsAt)),
      when: (_, groups) => earliestOf(groups),
      name: ({ nameKey }) => nameKey,
      namespace: ({ namespaceKey }) => namespaceKey,
      pods: (_, groups) => groups.reduce((sum, { pods }) => sum + pods.length, 0),
    },
  } satisfies ListSpec<PlannedVpa, PlannedGroup, Tallies<PlannedVpa, PlannedGroup>>;
}

function reasonTally(): Tally<PlannedVpa, PlannedGroup, ReasonCount[]> {
  const tally = new ReasonTally();
  return {
    add: ({ decision, codes, pods }) => tally.add(decision, codes, pods.length),
    result: () => tally.result(),
  };
}

/** The reasons of pods, those of pods to change first. */
export class ReasonTally {
  private readonly counts = new Map<ReasonCode, ReasonCount>();

  add(decision: Decision | undefined, codes: readonly ReasonCode[], pods: number): void {
    if (decision === undefined) return;
    for (const code of codes) {
      const count = ofKey(this.counts, code, () => ({
        code,
        pods: 0,
        by: { evict: 0, resize: 0, wait: 0, leave: 0 },
      }));
      count.pods += pods;
      count.by[decision] += pods;
    }
  }

  result(): ReasonCount[] {
    return [...this.counts.values()].sort(
      (a, b) => changing(b) - changing(a) || b.pods - a.pods || compareTexts(a.code, b.code),
    );
  }
}

function changing({ pods, by }: ReasonCount): number {
  return pods - by.leave;
}

/** How many pods of one page are named. */
const MOST_NAMED = 250;

/**
 * The rows of a page as sent; `opened` are the groups whose pods should be named, each `NAMESPACE/VPA KEY`.
 */
export function planRows(
  shown: readonly ListedRow<PlannedVpa, PlannedGroup>[],
  opened: ReadonlySet<string>,
): VpaPlanRow[] {
  let left = MOST_NAMED;
  return shown.map(({ row, parts }) => {
    const { namespace, name, updateMode, heldMode, target } = row.plan;
    const groups = parts.flatMap((group): PlannedPods[] => {
      if (group.decision === undefined) return [];
      const wanted = opened.has(`${namespace}/${name} ${group.key}`) ? left : 1;
      const view = groupView(group, group.decision, row, Math.max(1, wanted));
      left -= view.pods.length - 1;
      return [view];
    });
    return { namespace, name, updateMode, heldMode, target, pods: podsIn(parts), groups };
  });
}

function podsIn(groups: readonly PlannedGroup[]): number {
  return groups.reduce((sum, { pods }) => sum + pods.length, 0);
}

function groupView(
  group: PlannedGroup,
  decision: Decision,
  { workload }: PlannedVpa,
  named: number,
): PlannedPods {
  const { key, pods, awaits } = group;
  const [first] = pods;
  return {
    key,
    decision,
    count: pods.length,
    reasons: first?.reasons ?? [],
    changes: first ? changesOf(first, workload) : [],
    awaits,
    notBeforeMs: earliestOf([group]),
    pods: pods
      .slice(0, named)
      .map(({ name, uid, reasons }) => ({ name, uid, reasons: named > 1 ? reasons : [] })),
  };
}

/** With those of young pods. If these fail, they stay out; the pass that is to make them reports why. */
function changesOf(pod: PodPlan, workload: WorkloadInput | undefined): PodPlan['changes'] {
  try {
    return workload ? pendingChanges(pod, workload) : pod.changes;
  } catch {
    return pod.changes;
  }
}

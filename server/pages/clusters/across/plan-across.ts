import { ACROSS_WORDS } from '../../../contract/across';
import type { PlannedPods, ReasonCount, VpaPlanRow } from '../../../contract/plan';
import { naturalKey } from '../../../words/natural-order';
import { fateOf } from '../../../words/reasons';
import { countBy, hasWords, isValue, type ListSpec, type Narrow, type Tallies, type Tally } from '../../list';
import { KNOWN_OF_PLAN, ReasonTally } from '../../plan/plan-list';
import { placeOfDecision } from '../../plan/pod-groups';
import { listKind } from './list-kinds';

const codesOf = ({ reasons }: PlannedPods) => [...new Set(reasons.map(({ code }) => code))];
const groupFate = (group: PlannedPods) => fateOf(group.decision, codesOf(group));
const podsOf = ({ count }: PlannedPods) => count;

function byReason(value: string): Narrow<VpaPlanRow, PlannedPods> {
  return (group) => (codesOf(group).some((code) => code === value) ? group : undefined);
}

function soonest(groups: readonly PlannedPods[]): number | undefined {
  const times = groups.flatMap(({ notBeforeMs }) => notBeforeMs ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** VPAs with groups of pods as a page of one cluster shows them. */
const PLAN_ROWS_SPEC = {
  pageSize: 25,
  parts: ({ groups }) => groups,
  namespaceOf: (_, { namespace }) => namespace,
  filters: {
    q: (words) => {
      const narrow = hasWords<VpaPlanRow, VpaPlanRow>(({ namespace, name, target, groups }) =>
        [`${namespace}/${name}`, target.kind, target.name, ...groups.flatMap(namesOf)]
          .join(' ')
          .toLowerCase(),
      )(words);
      return (group, row) => (narrow(row, row) ? group : undefined);
    },
    decision: isValue<VpaPlanRow, PlannedPods>(groupFate),
    reason: byReason,
  },
  tallies: {
    decision: countBy<VpaPlanRow, PlannedPods>(groupFate, podsOf),
    reason: (): Tally<VpaPlanRow, PlannedPods, ReasonCount[]> => {
      const tally = new ReasonTally();
      return {
        add: (group) => tally.add(group.decision, codesOf(group), group.count),
        result: () => tally.result(),
      };
    },
  },
  sorts: {
    acts: (_, groups) => Math.min(...groups.map(({ decision }) => placeOfDecision(decision))),
    when: (_, groups) => soonest(groups),
    name: ({ name }) => naturalKey(name),
    namespace: ({ namespace }) => naturalKey(namespace),
    pods: (_, groups) => groups.reduce((sum, { count }) => sum + count, 0),
  },
} satisfies ListSpec<VpaPlanRow, PlannedPods, Tallies<VpaPlanRow, PlannedPods>>;

function namesOf({ pods }: PlannedPods): string[] {
  return pods.map(({ name }) => name);
}

export const PLAN_ACROSS = listKind({
  list: 'plan',
  words: ACROSS_WORDS.plan,
  known: KNOWN_OF_PLAN,
  spec: PLAN_ROWS_SPEC,
  rowOf: (row) => row,
  shown: (row, groups): VpaPlanRow => ({
    ...row,
    pods: groups.reduce((sum, { count }) => sum + count, 0),
    groups: [...groups],
  }),
});

import { type MatchedWorkload, RULE_STATES, RULE_WORKLOAD_STATES, type RuleRow } from '../../contract/rules';
import type { Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import { compareTexts, naturalKey } from '../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from '../list';
import type { KnownValues } from '../list-query';
import { Sheet } from '../sheet';

/** A row with what it is searched and sorted by. */
interface Listed<Row> {
  readonly row: Row;
  readonly text: string;
  readonly key: string;
}
export type ListedRule = Listed<RuleRow>;
export type ListedRuleWorkload = Listed<MatchedWorkload>;

export const KNOWN_OF_RULES: KnownValues = {
  state: (value) => RULE_STATES.some((one) => one === value),
};
export const KNOWN_OF_RULE_WORKLOADS: KnownValues = {
  state: (value) => RULE_WORKLOAD_STATES.some((one) => one === value),
};

/** Policies by name. */
export function* listedRules(
  rows: readonly RuleRow[],
  former: Sheet<ListedRule> | undefined,
): Sliced<Sheet<ListedRule>> {
  const listed = rows.map((row) => ({
    row,
    text: `${row.name} ${row.namespaces} ${row.selector} ${row.kinds.join(' ')} ${row.mode ?? ''}`.toLowerCase(),
    key: naturalKey(row.name),
  }));
  return new Sheet(yield* sorting(listed, (a, b) => compareTexts(a.key, b.key)), former);
}

/** Workloads by namespace and name. */
export function* listedRuleWorkloads(rows: readonly MatchedWorkload[]): Sliced<Sheet<ListedRuleWorkload>> {
  const listed: ListedRuleWorkload[] = [];
  for (const row of rows) {
    const { namespace, kind, name, vpa = '', edited, conflict } = row;
    listed.push({
      row,
      text: `${namespace}/${name} ${kind} ${vpa} ${edited.join(' ')} ${conflict?.with ?? ''}`.toLowerCase(),
      key: naturalKey(`${namespace}/${name}`),
    });
    yield;
  }
  return new Sheet(yield* sorting(listed, (a, b) => compareTexts(a.key, b.key)));
}

export const RULE_LIST_SPEC = {
  pageSize: 50,
  parts: (policy: ListedRule) => [policy],
  namespaceOf: () => undefined,
  filters: {
    q: hasWords<ListedRule, ListedRule>(({ text }) => text),
    state: isValue<ListedRule, ListedRule>(({ row }) => row.state),
  },
  tallies: { state: countBy<ListedRule, ListedRule>(({ row }) => row.state) },
  sorts: {
    precedence: ({ row }) => row.precedence,
    name: ({ key }) => key,
    workloads: ({ row }) => row.workloads,
    vpas: ({ row }) => row.vpas,
    conflicts: ({ row }) => row.conflicts,
    edited: ({ row }) => row.edited,
  },
} satisfies ListSpec<ListedRule, ListedRule, Tallies<ListedRule, ListedRule>>;

type OneWorkload = ListedRuleWorkload;

export const RULE_WORKLOAD_LIST_SPEC = {
  pageSize: 50,
  parts: (workload: OneWorkload) => [workload],
  namespaceOf: ({ row }: OneWorkload) => row.namespace,
  filters: {
    q: hasWords<OneWorkload, OneWorkload>(({ text }) => text),
    namespace: isValue<OneWorkload, OneWorkload>(({ row }) => row.namespace),
    kind: isValue<OneWorkload, OneWorkload>(({ row }) => row.kind),
    state: isValue<OneWorkload, OneWorkload>(({ row }) => row.state),
  },
  tallies: {
    namespace: countBy<OneWorkload, OneWorkload>(({ row }) => row.namespace),
    kind: countBy<OneWorkload, OneWorkload>(({ row }) => row.kind),
    state: countBy<OneWorkload, OneWorkload>(({ row }) => row.state),
  },
  sorts: {
    state: ({ row }) => RULE_WORKLOAD_STATES.indexOf(row.state),
    name: ({ row }) => naturalKey(row.name),
    namespace: ({ key }) => key,
    kind: ({ row }) => row.kind,
  },
} satisfies ListSpec<OneWorkload, OneWorkload, Tallies<OneWorkload, OneWorkload>>;

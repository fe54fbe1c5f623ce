import { RULE_WORDS, RULE_WORKLOAD_WORDS, type RulesView, type RuleView } from '@/server/contract/rules';
import { countedNames, namespaceChoice, stateChoice } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';
import { RULE_STATE_LABELS, WORKLOAD_LABELS } from './rule-words';

type RuleFilter = (typeof RULE_WORDS.filters)[number];
export type RuleSort = (typeof RULE_WORDS.sorts)[number];

/** The filters of the policies. Their columns are in `policy-columns.tsx`. */
export const RULE_LIST: ListDefinition<RulesView, RuleFilter, RuleSort> = {
  params: listParams<RuleFilter, RuleSort>(RULE_WORDS),
  path: (asked) => `/api/rules?${listQuery(asked, RULE_WORDS)}`,
  label: 'Filter rules',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by rule, selector or kind' },
    stateChoice(RULE_STATE_LABELS, ({ tallies }) => tallies.state),
  ],
  noMatch: { sentence: 'No rule matches this filter.', all: 'Show all rules' },
};

type WorkloadFilter = (typeof RULE_WORKLOAD_WORDS.filters)[number];
export type RuleWorkloadSort = (typeof RULE_WORKLOAD_WORDS.sorts)[number];

export function ruleWorkloadList(name: string): ListDefinition<RuleView, WorkloadFilter, RuleWorkloadSort> {
  return {
    params: WORKLOAD_PARAMS,
    path: (asked) => `/api/rules/${encodeURIComponent(name)}?${listQuery(asked, RULE_WORKLOAD_WORDS)}`,
    label: 'Filter workloads of the rule',
    controls: [
      { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by workload, VPA or field' },
      namespaceChoice(({ workloads }) => workloads.tallies.namespace),
      {
        kind: 'choice',
        name: 'kind',
        label: 'Kind',
        all: 'All kinds',
        choices: (view) => countedNames(view?.workloads.tallies.kind),
      },
      stateChoice(WORKLOAD_LABELS, ({ workloads }) => workloads.tallies.state),
    ],
    noMatch: { sentence: 'No workload matches this filter.', all: 'Show all workloads' },
  };
}

const WORKLOAD_PARAMS = listParams<WorkloadFilter, RuleWorkloadSort>(RULE_WORKLOAD_WORDS);

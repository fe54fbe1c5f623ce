import {
  CLUSTER_RULES_WORDS,
  type ClusterRulesView,
  RULE_STANDINGS,
  type RuleStanding,
} from '@/server/contract/cluster-rules';
import { countedNames } from '../lists/choices';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

type RuleFilter = (typeof CLUSTER_RULES_WORDS.filters)[number];
export type RuleSort = (typeof CLUSTER_RULES_WORDS.sorts)[number];

const STANDING_LABELS: Readonly<Record<RuleStanding, string>> = {
  same: 'As most have it',
  other: 'Another version',
  missing: 'Missing',
};

export const RULES_ACROSS_LIST: ListDefinition<ClusterRulesView, RuleFilter, RuleSort> = {
  params: listParams<RuleFilter, RuleSort>(CLUSTER_RULES_WORDS),
  path: (asked) => `/api/clusters/rules?${listQuery(asked, CLUSTER_RULES_WORDS)}`,
  label: 'Filter rules',
  controls: [
    { kind: 'words', name: 'q', label: 'Filter by name', placeholder: 'Filter by name' },
    {
      kind: 'choice',
      name: 'standing',
      label: 'Difference',
      all: 'Same or not',
      choices: () => RULE_STANDINGS.map((value) => ({ value, label: STANDING_LABELS[value] })),
    },
    {
      kind: 'choice',
      name: 'cluster',
      label: 'Cluster',
      all: 'In any cluster',
      choices: (view) => countedNames(view?.tallies.cluster),
    },
    {
      kind: 'choice',
      name: 'label',
      label: 'Label',
      all: 'Compare all clusters',
      isOffered: (view) => (view?.labels.length ?? 0) > 0,
      choices: (view) => (view?.labels ?? []).map((value) => ({ value, label: value })),
    },
  ],
  noMatch: { sentence: 'No rule matches this filter.', all: 'Show all rules' },
};

import { VisibleNamespaces } from '../../../access';
import {
  CLUSTER_RULES_WORDS,
  type ClusterRulesView,
  RULE_STANDINGS,
  type RuleStanding,
  type SomeClusters,
  type ToldRules,
} from '../../../contract/cluster-rules';
import { inSlices } from '../../../lib/time/slices';
import { naturalKey } from '../../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec, ordering, pageOf, type Tallies } from '../../list';
import { readListQuery } from '../../list-query';
import { type ComparedRule, comparedRules } from './compared-rules';

const MOST_NAMED = 5;

/** How a cluster stands to the version of a rule that most have. */
interface Standing {
  readonly cluster: string;
  readonly is: RuleStanding;
}

interface Listed {
  readonly rule: ComparedRule;
  readonly standings: readonly Standing[];
}

const RULES_LIST_SPEC = {
  pageSize: 50,
  parts: ({ standings }) => standings,
  namespaceOf: () => undefined,
  filters: {
    q: (words) => {
      const narrow = hasWords<string, string>((name) => name)(words);
      return (standing, { rule: { name } }) => (narrow(name, name) === undefined ? undefined : standing);
    },
    standing: isValue<Listed, Standing>(({ is }) => is),
    cluster: isValue<Listed, Standing>(({ cluster }) => cluster),
    // By it clusters were chosen before.
    label: () => (standing) => standing,
  },
  tallies: {
    standing: countBy<Listed, Standing>(({ is }) => is),
    cluster: countBy<Listed, Standing>(({ cluster }) => cluster),
  },
  sorts: {
    differs: ({ standings }) => standings.filter(({ is }) => is !== 'same').length,
    name: ({ rule }) => naturalKey(rule.name),
    clusters: ({ standings }) => standings.filter(({ is }) => is !== 'missing').length,
    versions: ({ rule }) => rule.versions.length,
  },
} satisfies ListSpec<Listed, Standing, Tallies<Listed, Standing>>;

/** One page of the rules of clusters. @throws AppError `bad-request` naming the invalid parameters */
export async function clusterRulesView(told: ToldRules, params: URLSearchParams): Promise<ClusterRulesView> {
  const query = readListQuery({ params, reach: VisibleNamespaces.all }, CLUSTER_RULES_WORDS, {
    known: { standing: (value) => RULE_STANDINGS.some((one) => one === value) },
  });
  const {
    rules,
    members,
    clusters,
    told: telling,
    labels,
  } = await inSlices(comparedRules(told, query.filters.label));
  const ordered = await inSlices(ordering(rules.map(listed), RULES_LIST_SPEC, query));
  const { rows, ...list } = pageOf(ordered, RULES_LIST_SPEC, query);
  return {
    ...list,
    rows: rows.map(({ row: { rule } }) => ({
      name: rule.name,
      clusters: sum(rule.versions.map((one) => one.clusters.length)),
      versions: rule.versions.length,
      same: rule.versions[0]?.clusters.length ?? 0,
      other: some(rule.versions.slice(1).flatMap((one) => one.clusters)),
      missing: some(rule.missing),
    })),
    members: [...members],
    clusters,
    told: telling.length,
    labels: [...labels],
  };
}

function listed(rule: ComparedRule): Listed {
  const standings = rule.versions.flatMap(({ clusters }, place) =>
    clusters.map((cluster): Standing => ({ cluster, is: place === 0 ? 'same' : 'other' })),
  );
  return {
    rule,
    standings: [...standings, ...rule.missing.map((cluster): Standing => ({ cluster, is: 'missing' }))],
  };
}

function some(clusters: readonly string[]): SomeClusters {
  return { count: clusters.length, names: clusters.slice(0, MOST_NAMED) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

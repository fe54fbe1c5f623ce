import type { ClusterRulesView, SomeClusters } from '../contract/cluster-rules';
import { countOf } from '../words/counts';
import { NO_AMOUNT } from './amount-words';
import { table } from './text';

/** Each rule with the clusters that lack it or have another version. */
export function rulesText({ rows }: Pick<ClusterRulesView, 'rows'>): string {
  return table(
    ['RULE', 'CLUSTERS', 'VERSIONS', 'ANOTHER VERSION', 'MISSING'],
    rows.map(({ name, clusters, versions, other, missing }) => [
      name,
      String(clusters),
      String(versions),
      namesOf(other),
      namesOf(missing),
    ]),
  );
}

function namesOf({ count, names }: SomeClusters): string {
  const more = count - names.length;
  return count === 0
    ? NO_AMOUNT
    : `${names.join(', ')}${more > 0 ? ` and ${countOf(more, 'more', 'more')}` : ''}`;
}

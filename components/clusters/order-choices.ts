import type { ClusterDeed, ClusterRow, ClustersView } from '@/server/contract/clusters';
import { countOf } from '@/server/words/counts';

export const DEED_WORDS = {
  stop: {
    button: 'Stop clusters',
    title: 'Stop clusters',
    action: 'Stop',
    effect: 'Nothing is evicted, resized or patched in them until someone resumes.',
    askedFor: 'a day',
  },
  resume: {
    button: 'Resume',
    title: 'Resume clusters',
    action: 'Resume',
    effect: 'Every VPA gets back its mode, and pods are changed again. Stops of a namespace or a VPA stay.',
    askedFor: 'an hour, unless somebody stops it after you',
  },
  revert: {
    button: 'Revert pods',
    title: 'Revert pods in clusters',
    action: 'Revert pods',
    effect:
      'Pods that were resized in place get the requests of their template again, without eviction. Pods created since keep their requests.',
    askedFor: 'an hour',
  },
} as const satisfies Record<ClusterDeed, Record<string, string>>;

/** The choices of clusters: all of them, those with a label, and each by itself. */
export function clusterChoices({ rows, tallies, all }: Pick<ClustersView, 'rows' | 'tallies' | 'all'>) {
  return [
    { value: 'all', label: `All of ${countOf(all, 'cluster')}` },
    ...Object.entries(tallies.label)
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([label, count = 0]) => ({ value: label, label: `${label} (${count.toLocaleString('en-US')})` })),
    ...rows.map(({ name }) => ({ value: name, label: name })),
  ];
}

/** The clusters that a choice means, as far as the list shows them, and how many more there are. */
export function clustersIn(
  chosen: string,
  { rows, tallies, all }: Pick<ClustersView, 'rows' | 'tallies' | 'all'>,
) {
  const isLabel = Object.hasOwn(tallies.label, chosen);
  const isMeant = ({ name, labels }: ClusterRow) =>
    chosen === 'all' ||
    (isLabel ? Object.entries(labels).some((label) => label.join('=') === chosen) : name === chosen);
  const shown = rows.filter(isMeant);
  const meant = chosen === 'all' ? all : isLabel ? (tallies.label[chosen] ?? 0) : 1;
  return { shown, others: Math.max(0, meant - shown.length) };
}

import type { ClusterRow } from '../../contract/clusters';

/** The labels of a cluster as they are filtered by: `region=eu`. */
export function labelsOf({ labels }: Pick<ClusterRow, 'labels'>): string[] {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`);
}

import { AppError } from '../../lib/report/errors';
import { ALL_CLUSTERS } from './cluster-orders';

/**
 * The clusters that a text chooses: `all`, names such as `eu-1,us-1`, or a label such as `region=eu`.
 * @throws AppError `invalid` that names what no cluster has
 */
export function chosenClusters<C extends { name: string; labels: Readonly<Record<string, string>> }>(
  clusters: readonly C[],
  text: string,
): readonly C[] {
  if (text === ALL_CLUSTERS) return clusters;
  const [key = '', value] = text.split('=', 2);
  if (value !== undefined) {
    const labelled = clusters.filter(({ labels }) => Object.hasOwn(labels, key) && labels[key] === value);
    return labelled.length > 0 ? labelled : refuse(`no cluster has the label ${text}`);
  }
  const names = new Set(text.split(','));
  const chosen = clusters.filter(({ name }) => names.delete(name));
  return names.size === 0 ? chosen : refuse(`there is no cluster ${[...names].join(', ')}`);
}

function refuse(message: string): never {
  throw new AppError('invalid', `clusters: ${message}`, [{ field: 'clusters', message }]);
}

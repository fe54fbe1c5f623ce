import { ALL_CLUSTERS } from '../contract/requests/cluster-orders';
import { AppError } from '../errors';
import type { Member } from './clusters-file';

/**
 * The clusters that a text chooses: `all`, names such as `eu-1,us-1`, or a label such as `region=eu`.
 * @throws AppError `invalid` that names what no cluster has
 */
export function chosenOf<M extends Pick<Member, 'name' | 'labels'>>(
  members: readonly M[],
  text: string,
): readonly M[] {
  if (text === ALL_CLUSTERS) return members;
  const [key = '', value] = text.split('=', 2);
  if (value !== undefined) {
    const labelled = members.filter(({ labels }) => Object.hasOwn(labels, key) && labels[key] === value);
    return labelled.length > 0 ? labelled : refuse(`no cluster has the label ${text}`);
  }
  const names = new Set(text.split(','));
  const chosen = members.filter(({ name }) => names.delete(name));
  return names.size === 0 ? chosen : refuse(`there is no cluster ${[...names].join(', ')}`);
}

function refuse(message: string): never {
  throw new AppError('invalid', `clusters: ${message}`, [{ field: 'clusters', message }]);
}

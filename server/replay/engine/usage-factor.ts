import type { ReplayOptions, ReplayWorkload } from './workload';

/** A number in [0, 1) that depends on the text alone: FNV-1a with an avalanche. */
function drawOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** What a replica uses, as a multiple of the recording it takes: more or less by chance if it has none of its own. */
export function usageFactor(
  { namespace, name, containers }: Pick<ReplayWorkload, 'namespace' | 'name' | 'containers'>,
  replica: number,
  { seed, spread }: Pick<ReplayOptions, 'seed' | 'spread'>,
): number {
  const recorded = Math.max(1, ...containers.map(({ usage }) => usage.length));
  if (replica < recorded) return 1;
  return 1 + spread * (2 * drawOf(`${seed}/${namespace}/${name}/${replica}`) - 1);
}

import { drawOf } from './draw';
import type { ReplayOptions, ReplayWorkload } from './workload';

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

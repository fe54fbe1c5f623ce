import { type Failed, failed } from './failures';
import type { PodUsage, PodValue } from './input';
import type { ScalingBehavior } from './rules';

/** Why a pod has no sample. */
export type MissingWhy = 'not-measured' | 'container-not-measured' | 'resource-not-measured';

/** The samples of one metric by pod, and why a pod that was measured has none. */
export interface Samples {
  readonly byPod: ReadonlyMap<string, PodValue>;
  readonly lacking: ReadonlyMap<string, MissingWhy>;
}

const NONE_LACKING: Samples['lacking'] = new Map();

/** The samples of a Pods metric. */
export function valuesByPod(pods: readonly PodValue[]): Samples {
  return { byPod: new Map(pods.map((value) => [value.pod, value])), lacking: NONE_LACKING };
}

/**
 * The use of a resource by whole pods, or by one container of each. A pod of which one container was not
 * measured has no sample: its sum would be too low.
 */
export function usageByPod(
  pods: readonly PodUsage[],
  resource: string,
  container: string | undefined,
  rules: ScalingBehavior,
): Samples | Failed {
  const byPod = new Map<string, PodValue>();
  const lacking = new Map<string, MissingWhy>();
  for (const measured of pods) {
    const use =
      container === undefined ? ofPod(measured, resource) : ofContainer(measured, resource, container);
    if (typeof use === 'number') {
      const { pod, atMs, windowMs } = measured;
      byPod.set(pod, { pod, atMs, windowMs, valueMilli: use });
    } else if (container !== undefined && use === 'container-not-measured' && failsOn(rules))
      return failed({ code: 'container-unmeasured', container, pod: measured.pod });
    else lacking.set(measured.pod, use);
  }
  return { byPod, lacking };
}

function failsOn({ unmeasuredContainer }: ScalingBehavior): boolean {
  return unmeasuredContainer === 'fails';
}

function ofPod({ containers }: PodUsage, resource: string): number | MissingWhy {
  if (containers.length === 0) return 'container-not-measured';
  let sum = 0;
  for (const { usage } of containers) {
    const use = usage[resource];
    if (use === undefined) return 'resource-not-measured';
    sum += use;
  }
  return sum;
}

function ofContainer({ containers }: PodUsage, resource: string, container: string): number | MissingWhy {
  for (const { name, usage } of containers)
    if (name === container) return usage[resource] ?? 'resource-not-measured';
  return 'container-not-measured';
}

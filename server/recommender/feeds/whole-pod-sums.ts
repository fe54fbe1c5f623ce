import { sizedStatuses } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { UsageSample } from '../../usage/source';

/**
 * Adds up what the containers of pods use that state resources as a whole, from the samples of one fetch. A pod of which
 * a running container has no sample has no sum: it would look smaller than it is.
 */
export class WholePodSums {
  private readonly byPod = new Map<string, { pod: Pod; samples: UsageSample[] }>();

  take(pod: Pod, sample: UsageSample): void {
    const key = `${sample.namespace}/${sample.pod}`;
    const known = this.byPod.get(key);
    if (known) known.samples.push(sample);
    else this.byPod.set(key, { pod, samples: [sample] });
  }

  /** A sample a pod, as of a container. */
  *sums(): Generator<UsageSample> {
    for (const { pod, samples } of this.byPod.values()) {
      const sum = sumOf(pod, samples);
      if (sum) yield sum;
    }
  }
}

function sumOf(pod: Pod, samples: readonly UsageSample[]): UsageSample | undefined {
  const [first] = samples;
  if (!first) return undefined;
  const seen = new Set(samples.map(({ container }) => container));
  const running = sizedStatuses(pod).filter(({ state }) => state?.running);
  if (running.length === 0 || running.some(({ name }) => !seen.has(name))) return undefined;
  return {
    ...first,
    container: WHOLE_POD,
    atMs: Math.min(...samples.map(({ atMs }) => atMs)),
    cpuMillicores: total(samples.map(({ cpuMillicores }) => cpuMillicores)),
    memoryBytes: total(samples.map(({ memoryBytes }) => memoryBytes || undefined)),
  };
}

/** Undefined if one is not known. */
function total(amounts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined || Number.isNaN(amount)) return undefined;
    sum += amount;
  }
  return sum;
}

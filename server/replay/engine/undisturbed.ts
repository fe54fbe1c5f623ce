import { RESOURCES, type Resource } from '../../objects/units';
import { noSums, type ResourceSums, UNIT } from './tally';
import { usageFactor } from './usage-factor';
import type { ReplayOptions, ReplayWorkload } from './workload';

/**
 * How long usage was known and above what is set aside, in a replay of pods that nobody changes: without living through it,
 * since what is used is then the same whatever happened before. Undefined where usage exceeds a memory limit at any time: a
 * container that is killed uses nothing until it is up again.
 */
export function undisturbedSums(
  workload: ReplayWorkload,
  options: Pick<ReplayOptions, 'seed' | 'spread' | 'learnMs'>,
): Readonly<Record<Resource, Pick<ResourceSums, 'knownMs' | 'shortMs'>>> | undefined {
  const { containers, replicas, steps, stepMs } = workload;
  const firstStep = Math.ceil(options.learnMs / stepMs);
  const sums = { cpu: noSums(), memory: noSums() };
  for (let replica = 0; replica < replicas; replica++) {
    const factor = usageFactor(workload, replica, options);
    for (const { requests, limits, usage } of containers)
      for (const resource of RESOURCES) {
        const own = usage[replica % usage.length];
        const values = resource === 'cpu' ? own?.cpuMillicores : own?.memoryBytes;
        if (!values) continue;
        const most = (resource === 'memory' && limits.memory) || Number.POSITIVE_INFINITY;
        const aside = (limits[resource] ?? requests[resource] ?? 0) * UNIT[resource];
        let [known, short] = [0, 0];
        for (let step = 0; step < steps; step++) {
          const value = values[step] ?? Number.NaN;
          if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) continue;
          const used = value * factor;
          if (used > most) return undefined;
          if (step < firstStep) continue;
          known++;
          if (aside > 0 && used * UNIT[resource] > aside) short++;
        }
        sums[resource].knownMs += known * stepMs;
        sums[resource].shortMs += short * stepMs;
      }
  }
  return sums;
}

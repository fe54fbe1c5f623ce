import * as z from 'zod';
import { MOST_OF_POD } from '../../objects/units';
import type { EstimationSettings } from '../settings';

/** Parameters every recommender has; times in milliseconds, which people write as `halfLife: 12h`. */

export const share = z.number().min(0).max(1);
export const durationMs = z.number().positive().max(Number.MAX_SAFE_INTEGER);

const crashParameters = z.strictObject({
  oom: z.boolean().default(false).meta({
    title: 'Grow after OOM kills',
    description: 'After an OOM kill, recommend what the container would have needed.',
  }),
  oomMargin: z.number().min(0).max(10).default(0).meta({
    title: 'Margin after OOM kills',
    description: 'Share added to what a killed container would have needed.',
  }),
  crashLoop: z.boolean().default(false).meta({
    title: 'Grow in CrashLoopBackOff',
    description: 'Recommend more for a container in CrashLoopBackOff.',
  }),
  after: z
    .int()
    .min(1)
    .max(100)
    .default(3)
    .meta({ title: 'Crashes per growth', description: 'Crashes for each growth.' }),
  factor: z
    .number()
    .min(1)
    .max(10)
    .default(2)
    .meta({ title: 'One growth', description: 'One growth: so many times CPU and memory.' }),
  most: z
    .number()
    .min(1)
    .max(100)
    .default(4)
    .meta({ title: 'All growth', description: 'All growth together: at most so many times.' }),
  holdMs: durationMs.default(86_400_000).meta({
    title: 'Growth ends after',
    description: 'Growth ends so long after the last crash. Milliseconds.',
  }),
});

export type CrashParameters = z.infer<typeof crashParameters>;

/** The part of a schema that all recommenders share. */
export const commonParameters = {
  marginFraction: z
    .number()
    .min(0)
    .max(10)
    .default(0.15)
    .describe('Share added to the estimate as a safety margin.'),
  podMinimum: z
    .strictObject({
      cpuMillicores: z
        .number()
        .min(0)
        .max(MOST_OF_POD)
        .default(25)
        .meta({ title: 'Pod minimum, CPU', description: 'CPU of a pod at least. Millicores.' }),
      memoryMb: z
        .number()
        .min(0)
        .max(MOST_OF_POD)
        .default(250)
        .meta({ title: 'Pod minimum, memory', description: 'Memory of a pod at least. MiB.' }),
    })
    .prefault({}),
  crashes: crashParameters.prefault({}),
};

export interface CommonParameters {
  readonly podMinimum: { readonly cpuMillicores: number; readonly memoryMb: number };
  readonly crashes: CrashParameters;
}

/** What our own recommenders take from the settings: the minimum of a pod, and growth after an OOM kill. */
export function ownFromSettings(config: EstimationSettings): object {
  return { ...minimumFromSettings(config), crashes: { oom: true } };
}

/** The settings behind the minimum of a pod, which every recommender respects. */
export function minimumFromSettings(config: EstimationSettings): Pick<CommonParameters, 'podMinimum'> {
  return {
    podMinimum: {
      cpuMillicores: config.podRecommendationMinCpuMillicores,
      memoryMb: config.podRecommendationMinMemoryMb,
    },
  };
}

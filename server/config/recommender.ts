import * as z from 'zod';
import { durationSetting } from '../lib/time/duration-setting';
import { FORMER_RECOMMENDERS } from '../model/former-recommenders';
import {
  anyWhole,
  choice,
  flag,
  fraction,
  jsonObject,
  list,
  numeric,
  pairs,
  podAmount,
  positive,
  positiveDurationMs,
  quantity,
  ratio,
  setting,
  text,
} from './setting';

/** The recommenders besides the default one. */
const OTHERS = z.enum(['adaptive']);

const isNotFormer = (name: string) => !FORMER_RECOMMENDERS.includes(name);

/** The kinds of targets that need no group. */
const KINDS = [
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'PodGroup',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
];
const ofKinds = pairs.superRefine((given, context) => {
  const unknown = Object.keys(given).filter(
    (kind) => !KINDS.includes(kind) && !/^\w+\.[a-z0-9.-]+$/.test(kind),
  );
  if (unknown.length > 0)
    context.addIssue({
      code: 'custom',
      message: `${unknown.join(', ')} is no kind of a workload: these are ${KINDS.join(', ')}; write others with their group, such as Rollout.argoproj.io`,
    });
});

export const RECOMMENDER_SETTINGS = {
  recommenderName: setting(
    'RECOMMENDER_NAME',
    'default',
    text,
    'Name of this recommender; it serves the VPAs that name it.',
  ),
  newLifeAfterMs: setting(
    'NEW_LIFE_AFTER',
    '1d',
    durationSetting.refine((ms) => ms === 0 || ms >= 3_600_000, 'must be 0s, or at least 1h'),
    'After a roll-out that changes images or amounts: once so much of the new life was seen and that is clearly less, what was used before no longer counts. 0s as the reference, which counts all.',
  ),
  recommenders: setting(
    'RECOMMENDERS',
    OTHERS.options.join(','),
    list.transform((names) => names.filter(isNotFormer)).pipe(z.array(OTHERS)),
    'Further recommenders that VPAs may name; leave out those that another program serves.',
  ),
  recommenderOfKind: setting(
    'RECOMMENDER_OF_KIND',
    '',
    ofKinds
      .transform((given) => Object.fromEntries(Object.entries(given).filter(([, name]) => isNotFormer(name))))
      .pipe(z.record(z.string(), OTHERS)),
    'Recommender of VPAs that name none, by kind of target, such as Deployment=adaptive; kinds that are no workloads of Kubernetes with their group, such as Rollout.argoproj.io=adaptive.',
  ),
  recommenderParameters: setting(
    'RECOMMENDER_PARAMETERS',
    '{}',
    jsonObject,
    'Parameters by recommender as JSON, such as {"adaptive": {"shortage": "careful"}}; those of default are settings.',
  ),
  recommenderIntervalMs: setting(
    'RECOMMENDER_INTERVAL',
    '1m',
    durationSetting,
    'Time between two passes; each fetches metrics.',
  ),
  checkpointsIn: setting(
    'CHECKPOINTS_IN',
    'cluster',
    choice(['cluster', 'database']),
    'Where checkpoints are kept: as objects in the cluster, which the upstream reads too, or in the database. npm run move-checkpoints moves them.',
  ),
  checkpointsGcIntervalMs: setting(
    'CHECKPOINTS_GC_INTERVAL',
    '10m',
    durationSetting,
    'How often orphaned checkpoints are removed.',
  ),
  checkpointsTimeoutMs: setting(
    'CHECKPOINTS_TIMEOUT',
    '1m',
    durationSetting,
    'Longest time a pass spends writing checkpoints.',
  ),
  minCheckpoints: setting(
    'MIN_CHECKPOINTS',
    '10',
    positive,
    'Checkpoints that each pass writes even when that time is up.',
  ),
  recommendationMarginFraction: setting(
    'RECOMMENDATION_MARGIN_FRACTION',
    '0.15',
    ratio,
    'Share added to the estimate as a safety margin.',
  ),
  podRecommendationMinCpuMillicores: setting(
    'POD_RECOMMENDATION_MIN_CPU_MILLICORES',
    '25',
    podAmount,
    'Minimum CPU recommended for a pod, in millicores, shared by its containers.',
  ),
  podRecommendationMinMemoryMb: setting(
    'POD_RECOMMENDATION_MIN_MEMORY_MB',
    '250',
    podAmount,
    'Minimum memory recommended for a pod, in MiB, shared by its containers.',
  ),
  minimumWithoutSamples: setting(
    'MINIMUM_WITHOUT_SAMPLES',
    'false',
    flag,
    'Recommends this minimum for a resource of which a container has no sample, as the upstream does. Otherwise that resource gets no recommendation, and pods keep what they state.',
  ),
  lastBucketStart: setting(
    'LAST_BUCKET_START',
    'false',
    flag,
    'Takes usage above 1,000 cores or 1 TB, in the last bucket of a histogram, for just that, as the upstream does, and so recommends less than is used. Otherwise the highest that was seen counts.',
  ),
  cpuLimitsAboveSeen: setting(
    'CPU_LIMITS_ABOVE_SEEN',
    'true',
    flag,
    'Lets no CPU limit fall with its request below what the container was seen to use; where request and limit are one, that bounds both. Otherwise limits keep their proportion, as for the upstream.',
  ),
  targetCpuPercentile: setting(
    'TARGET_CPU_PERCENTILE',
    '0.9',
    fraction,
    'Percentile of CPU usage behind the target.',
  ),
  targetMemoryPercentile: setting(
    'TARGET_MEMORY_PERCENTILE',
    '0.9',
    fraction,
    'Percentile of memory peaks behind the target.',
  ),
  recommendationLowerBoundCpuPercentile: setting(
    'RECOMMENDATION_LOWER_BOUND_CPU_PERCENTILE',
    '0.5',
    fraction,
    'Percentile of CPU usage behind the lower bound.',
  ),
  recommendationUpperBoundCpuPercentile: setting(
    'RECOMMENDATION_UPPER_BOUND_CPU_PERCENTILE',
    '0.95',
    fraction,
    'Percentile of CPU usage behind the upper bound.',
  ),
  recommendationLowerBoundMemoryPercentile: setting(
    'RECOMMENDATION_LOWER_BOUND_MEMORY_PERCENTILE',
    '0.5',
    fraction,
    'Percentile of memory peaks behind the lower bound.',
  ),
  recommendationUpperBoundMemoryPercentile: setting(
    'RECOMMENDATION_UPPER_BOUND_MEMORY_PERCENTILE',
    '0.95',
    fraction,
    'Percentile of memory peaks behind the upper bound.',
  ),
  confidenceIntervalCpuMs: setting(
    'CONFIDENCE_INTERVAL_CPU',
    '24h',
    durationSetting,
    'History after which CPU bounds are narrow; with half of it they are twice as wide.',
  ),
  confidenceIntervalMemoryMs: setting(
    'CONFIDENCE_INTERVAL_MEMORY',
    '24h',
    durationSetting,
    'History after which memory bounds are narrow; with half of it they are twice as wide.',
  ),
  memoryAggregationIntervalMs: setting(
    'MEMORY_AGGREGATION_INTERVAL',
    '24h',
    durationSetting,
    'Interval for which one memory peak is kept.',
  ),
  memoryAggregationIntervalCount: setting(
    'MEMORY_AGGREGATION_INTERVAL_COUNT',
    '8',
    positive,
    'How many such intervals an aggregate is kept without samples.',
  ),
  cpuHistogramDecayHalfLifeMs: setting(
    'CPU_HISTOGRAM_DECAY_HALF_LIFE',
    '24h',
    durationSetting,
    'Age at which a CPU sample has half its weight.',
  ),
  memoryHistogramDecayHalfLifeMs: setting(
    'MEMORY_HISTOGRAM_DECAY_HALF_LIFE',
    '24h',
    durationSetting,
    'Age at which a memory peak has half its weight.',
  ),
  oomBumpUpRatio: setting(
    'OOM_BUMP_UP_RATIO',
    '1.2',
    numeric(z.number().gte(1)),
    'Memory after an OOM is at least the used amount times this.',
  ),
  oomMinBumpUpBytes: setting(
    'OOM_MIN_BUMP_UP_BYTES',
    '104857600',
    ratio,
    'Memory after an OOM is at least the used amount plus this, in bytes.',
  ),
  oomFromRequest: setting(
    'OOM_FROM_REQUEST',
    'false',
    flag,
    'Counts an OOM kill from the request of the container, as the upstream does, even if it was killed at a limit above that.',
  ),
  countZeroMemory: setting(
    'COUNT_ZERO_MEMORY',
    'false',
    flag,
    'Takes 0 bytes of memory of a running container for a sample, as the upstream does: a first such sample hides every peak and kill of its aggregation interval.',
  ),
  memoryThrottlingFactor: setting(
    'MEMORY_THROTTLING_FACTOR',
    '1',
    fraction,
    'The memoryThrottlingFactor of the kubelets, where the feature gate MemoryQoS is on; 1 if it is not. Where memory limits are estimated apart from requests, as adaptive does, the peak of a container stays below request + so much of what lies between request and limit, from which on the kernel stalls it.',
  ),
  readKubelets: setting(
    'READ_KUBELETS',
    'false',
    flag,
    'Asks up to 20 kubelets at the start for their memoryThrottlingFactor, and goes by the lowest if that is below MEMORY_THROTTLING_FACTOR; needs deploy/optional/read-kubelets.yaml, which is a wide right: read it first.',
  ),
  leakLifeMs: setting(
    'LEAK_LIFE',
    '24h',
    durationSetting,
    'How long a container that leaks memory should live: it gets what it needs for that, and no more, since more only delays its end. 0s takes no note of leaks, as the upstream.',
  ),
  leakAfterMs: setting(
    'LEAK_AFTER',
    '4h',
    positiveDurationMs,
    'Memory that rises for less than this, in each of three lives, may belong to a cache that fills, and is no leak.',
  ),
  raisesInVain: setting(
    'RAISES_IN_VAIN',
    '10',
    anyWhole,
    'After so many raises of a memory limit that each ended in another OOM kill, with less than a day between kills, the target is held until a day goes by without one. 0 always raises, as the upstream.',
  ),
  roundCpuMillicores: setting(
    'ROUND_CPU_MILLICORES',
    '1',
    positive,
    'CPU is rounded up to a multiple of this, in millicores.',
  ),
  roundMemoryBytes: setting(
    'ROUND_MEMORY_BYTES',
    '1',
    positive,
    'Memory is rounded up to a multiple of this, in bytes.',
  ),
  containerRecommendationMaxAllowedCpu: setting(
    'CONTAINER_RECOMMENDATION_MAX_ALLOWED_CPU',
    '',
    quantity,
    'Maximum CPU for a container whose policy sets none; a quantity, empty means no limit.',
  ),
  containerRecommendationMaxAllowedMemory: setting(
    'CONTAINER_RECOMMENDATION_MAX_ALLOWED_MEMORY',
    '',
    quantity,
    'Maximum memory for a container whose policy sets none; a quantity, empty means no limit.',
  ),
  cpuIntegerPostProcessorEnabled: setting(
    'CPU_INTEGER_POST_PROCESSOR_ENABLED',
    'false',
    flag,
    'Honour the annotation that requests whole CPUs.',
  ),
  memorySaver: setting('MEMORY_SAVER', 'false', flag, 'Keep only aggregates that some VPA matches.'),
} as const;

/** A sentence for each setting in `given`, by environment name, that names a recommender that Plumbline no longer has. */
export function formerRecommendersIn(given: ReadonlyMap<string, string>): string[] {
  return [RECOMMENDER_SETTINGS.recommenders, RECOMMENDER_SETTINGS.recommenderOfKind].flatMap(({ env }) => {
    const former = (given.get(env) ?? '').split(/[\s,=]+/).filter((word) => !isNotFormer(word));
    if (former.length === 0) return [];
    return `${env} names ${[...new Set(former)].join(', ')}, which Plumbline no longer has: take it out`;
  });
}

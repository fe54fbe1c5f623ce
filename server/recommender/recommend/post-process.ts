import type { Config } from '../../config';
import type { BoundAmounts, Estimate } from '../../decide/estimators/estimator';
import type { EstimationTrace, StepRecorder } from '../../decide/estimators/explanation';
import type { CommonParameters } from '../../decide/estimators/parameters';
import {
  type AllowedRange,
  allowedRange,
  type ContainerPolicy,
  capToRange,
} from '../../decide/pods/container-policy';
import { globalMaxAllowedFrom, type MaxAllowedSettings } from '../../decide/pods/global-max-allowed';
import type { ContainerRecommendation } from '../../decide/pods/recommendation';
import type { OwnLimit } from '../../model/own-limit';
import type { Amounts, CpuMillicores, MemoryBytes, Resource } from '../../objects/units';
import type { ContainerMinimum, MinimumSettings } from './pod-minimum';

const ANNOTATION_PREFIX = 'vpa-post-processor.kubernetes.io/';
const INTEGER_CPU_SUFFIX = '_integerCPU';
const MILLICORES_PER_CORE = 1000;

/** The steps after an estimate, the same for every estimator. */
export interface PostProcessing {
  /** Minimum of a pod, shared by its containers. */
  readonly podMinimum: MinimumSettings;
  readonly roundCpuMillicores: number;
  readonly roundMemoryBytes: number;
  readonly integerCpuEnabled: boolean;
  /** Whether a resource without a sample gets the minimum, as from the reference; else it gets nothing. */
  readonly minimumWithoutSamples: boolean;
  /** Applies if a policy has no maximum. */
  readonly globalMaxAllowed: Amounts;
}

export interface NamedRecommendation extends ContainerRecommendation {
  readonly container: string;
  /** The target before minimum and maximum. */
  readonly uncappedTarget: Amounts;
}

export function postProcessingFrom(
  config: MinimumSettings &
    MaxAllowedSettings &
    Pick<
      Config,
      'roundCpuMillicores' | 'roundMemoryBytes' | 'cpuIntegerPostProcessorEnabled' | 'minimumWithoutSamples'
    >,
): PostProcessing {
  return {
    podMinimum: config,
    roundCpuMillicores: config.roundCpuMillicores,
    roundMemoryBytes: config.roundMemoryBytes,
    integerCpuEnabled: config.cpuIntegerPostProcessorEnabled,
    minimumWithoutSamples: config.minimumWithoutSamples,
    globalMaxAllowed: globalMaxAllowedFrom(config),
  };
}

/** The same steps with a VPA's own minimum of a pod. */
export function withMinimum(
  processing: PostProcessing,
  { cpuMillicores, memoryMb }: CommonParameters['podMinimum'],
): PostProcessing {
  const podMinimum = {
    podRecommendationMinCpuMillicores: cpuMillicores,
    podRecommendationMinMemoryMb: memoryMb,
  };
  return { ...processing, podMinimum };
}

/** Whether the VPA's annotations request whole CPUs for this container. */
function wantsIntegerCpu(
  annotations: Readonly<Record<string, string>> | undefined,
  container: string,
): boolean {
  return annotations?.[`${ANNOTATION_PREFIX}${container}${INTEGER_CPU_SUFFIX}`] === 'true';
}

/**
 * Raises an estimate to `minimum`, rounds it up, to whole CPUs if requested, and caps target and bounds to policy and
 * global maximum (VPA 1.8, pkg/recommender/routines, cpu_integer_post_processor.go and capping_post_processor.go).
 */
export function postProcess(
  container: string,
  estimate: Estimate,
  minimum: ContainerMinimum,
  policy: ContainerPolicy,
  processing: PostProcessing,
  annotations: Readonly<Record<string, string>> | undefined,
  served?: StepRecorder,
): NamedRecommendation {
  const { integerCpuEnabled, roundCpuMillicores, roundMemoryBytes, globalMaxAllowed } = processing;
  const integerCpu = integerCpuEnabled && wantsIntegerCpu(annotations, container);
  const settle = (resource: Resource, multiple: number) =>
    policy.controlledResources.includes(resource)
      ? settleResource(resource, estimate[resource], allowedRange(policy, resource, globalMaxAllowed), {
          minimum: minimum[resource],
          multiple,
          integerCpu: integerCpu && resource === 'cpu',
          served,
        })
      : undefined;
  const cpu = settle('cpu', roundCpuMillicores);
  const memory = settle('memory', roundMemoryBytes);
  const ownLimit =
    memory &&
    estimate.memoryLimit &&
    settleLimit(estimate.memoryLimit, memory.target, minimum.memory, {
      multiple: roundMemoryBytes,
      range: allowedRange(policy, 'memory', globalMaxAllowed),
      served,
    });
  return {
    container,
    target: amountsOf(cpu?.target, memory?.target),
    lowerBound: amountsOf(cpu?.lowerBound, memory?.lowerBound),
    upperBound: amountsOf(cpu?.upperBound, memory?.upperBound),
    uncappedTarget: amountsOf(cpu?.uncappedTarget, memory?.uncappedTarget),
    ...(ownLimit && { ownLimit }),
  };
}

/** A limit is at least what is requested, and at most what the policy allows. */
function settleLimit(
  { asOne, firstKilledAt, keepsStated, ...limit }: OwnLimit,
  request: number,
  minimum: number,
  { multiple, range, served }: Pick<Rounding, 'multiple' | 'served'> & { range: AllowedRange },
): OwnLimit {
  const rounding = { minimum, multiple, integerCpu: false, served: undefined };
  const of = (amount: number, told?: StepRecorder) => {
    const rounded = round('memory', 'limit', amount, { ...rounding, served: told });
    const capped = cap('memory', 'limit', rounded, range, told);
    if (capped < request) told?.('memory', 'limit', { step: 'request', value: request });
    return Math.max(request, capped);
  };
  const { uncappedTarget: _uncapped, ...together } = settleResource('memory', asOne, range, rounding);
  return {
    lowerBound: of(limit.lowerBound),
    target: of(limit.target, served),
    upperBound: of(limit.upperBound),
    asOne: together,
    // It bounds what changes for other reasons, and is none by itself.
    ...(firstKilledAt !== undefined && { firstKilledAt, lowerBound: firstKilledAt }),
    ...(keepsStated && { keepsStated, lowerBound: together.lowerBound }),
  };
}

interface Rounding {
  readonly minimum: number;
  readonly multiple: number;
  readonly integerCpu: boolean;
  readonly served: StepRecorder | undefined;
}

function settleResource(
  resource: Resource,
  { lowerBound, target, upperBound }: BoundAmounts,
  range: AllowedRange,
  rounding: Rounding,
): BoundAmounts & { readonly uncappedTarget: number } {
  const uncappedTarget = round(resource, 'target', target, rounding);
  return {
    uncappedTarget,
    target: cap(resource, 'target', uncappedTarget, range, rounding.served),
    lowerBound: cap(
      resource,
      'lowerBound',
      round(resource, 'lowerBound', lowerBound, rounding),
      range,
      rounding.served,
    ),
    upperBound: cap(
      resource,
      'upperBound',
      round(resource, 'upperBound', upperBound, rounding),
      range,
      rounding.served,
    ),
  };
}

function round(
  resource: Resource,
  bound: EstimationTrace['bound'],
  amount: number,
  { minimum, multiple, integerCpu, served }: Rounding,
): number {
  let rounded = Math.max(amount, minimum);
  served?.(resource, bound, { step: 'pod-minimum', value: rounded, by: minimum });
  if (multiple > 1) {
    rounded = Math.ceil(rounded / multiple) * multiple;
    served?.(resource, bound, { step: 'rounding', value: rounded, by: multiple });
  }
  if (integerCpu) {
    rounded = Math.ceil(rounded / MILLICORES_PER_CORE) * MILLICORES_PER_CORE;
    served?.(resource, bound, { step: 'integer-cpu', value: rounded });
  }
  return rounded;
}

function cap(
  resource: Resource,
  bound: EstimationTrace['bound'],
  amount: number,
  range: AllowedRange,
  served: StepRecorder | undefined,
): number {
  const capped = capToRange(amount, range);
  if (served) {
    const { min, max } = range;
    const raised = min !== undefined && amount < min ? min : amount;
    if (raised !== amount) served(resource, bound, { step: 'min-allowed', value: raised, by: min });
    if (capped !== raised) served(resource, bound, { step: 'max-allowed', value: capped, by: max });
  }
  return capped;
}

function amountsOf(cpu: number | undefined, memory: number | undefined): Amounts {
  if (cpu === undefined) return memory === undefined ? {} : { memory: memory as MemoryBytes };
  if (memory === undefined) return { cpu: cpu as CpuMillicores };
  return { cpu: cpu as CpuMillicores, memory: memory as MemoryBytes };
}

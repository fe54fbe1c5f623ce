import type { Config } from '../config';
import { cpuFrom, memoryFrom } from '../model/quantity';
import type { Amounts, CpuMillicores, MemoryBytes, Resource } from '../model/units';
import { allowedRange, type ContainerPolicy, capToRange } from '../policy/container-policy';
import { BOUNDS, type Bound, type Estimate, type StepRecorder } from './estimator';

const ANNOTATION_PREFIX = 'vpa-post-processor.kubernetes.io/';
const INTEGER_CPU_SUFFIX = '_integerCPU';
const MILLICORES_PER_CORE = 1000;

/** What happens to an estimate before it is recommended. */
export interface PostProcessing {
  readonly roundCpuMillicores: number;
  readonly roundMemoryBytes: number;
  readonly integerCpuEnabled: boolean;
  /** Holds where a policy has no maximum. */
  readonly globalMaxAllowed: Amounts;
}

/** The recommendation for one container. Resources its policy does not control are absent. */
export interface ContainerRecommendation {
  readonly container: string;
  readonly target: Amounts;
  readonly lowerBound: Amounts;
  readonly upperBound: Amounts;
  /** The target before minimum and maximum. */
  readonly uncappedTarget: Amounts;
}

/** @throws QuantityError when a global maximum is no quantity. */
export function postProcessingFrom(
  config: Pick<
    Config,
    | 'roundCpuMillicores'
    | 'roundMemoryBytes'
    | 'cpuIntegerPostProcessorEnabled'
    | 'containerRecommendationMaxAllowedCpu'
    | 'containerRecommendationMaxAllowedMemory'
  >,
): PostProcessing {
  const globalMaxAllowed: Amounts = {};
  const { containerRecommendationMaxAllowedCpu: cpu, containerRecommendationMaxAllowedMemory: memory } =
    config;
  if (cpu) globalMaxAllowed.cpu = cpuFrom(cpu);
  if (memory) globalMaxAllowed.memory = memoryFrom(memory);
  return {
    roundCpuMillicores: config.roundCpuMillicores,
    roundMemoryBytes: config.roundMemoryBytes,
    integerCpuEnabled: config.cpuIntegerPostProcessorEnabled,
    globalMaxAllowed,
  };
}

/** Whether the VPA's annotations ask for whole CPUs for this container. */
export function wantsIntegerCpu(
  annotations: Readonly<Record<string, string>> | undefined,
  container: string,
): boolean {
  return annotations?.[`${ANNOTATION_PREFIX}${container}${INTEGER_CPU_SUFFIX}`] === 'true';
}

/**
 * Rounds an estimate up, to whole CPUs where asked, and holds target and bounds to what policy and global
 * maximum allow.
 */
export function postProcess(
  container: string,
  estimate: Estimate,
  policy: ContainerPolicy,
  processing: PostProcessing,
  annotations: Readonly<Record<string, string>> | undefined,
  record?: StepRecorder,
): ContainerRecommendation {
  const integerCpu = processing.integerCpuEnabled && wantsIntegerCpu(annotations, container);
  const capped: Record<Bound, Amounts> = { target: {}, lowerBound: {}, upperBound: {} };
  const uncappedTarget: Amounts = {};
  for (const resource of policy.controlledResources) {
    const range = allowedRange(policy, resource, processing.globalMaxAllowed);
    for (const bound of BOUNDS) {
      const rounded = round(resource, bound, estimate[resource][bound], processing, integerCpu, record);
      if (bound === 'target') setAmount(uncappedTarget, resource, rounded);
      const amount = capToRange(rounded, range);
      if (range.min !== undefined && rounded < range.min)
        record?.(resource, bound, { step: 'min-allowed', value: range.min, by: range.min });
      if (range.max !== undefined && Math.max(rounded, range.min ?? 0) > range.max)
        record?.(resource, bound, { step: 'max-allowed', value: range.max, by: range.max });
      setAmount(capped[bound], resource, amount);
    }
  }
  return { container, ...capped, uncappedTarget };
}

function round(
  resource: Resource,
  bound: Bound,
  amount: number,
  { roundCpuMillicores, roundMemoryBytes }: PostProcessing,
  integerCpu: boolean,
  record: StepRecorder | undefined,
): number {
  const multiple = resource === 'cpu' ? roundCpuMillicores : roundMemoryBytes;
  let rounded = amount;
  if (multiple > 1) {
    rounded = Math.ceil(amount / multiple) * multiple;
    record?.(resource, bound, { step: 'rounding', value: rounded, by: multiple });
  }
  if (integerCpu && resource === 'cpu') {
    rounded = Math.ceil(rounded / MILLICORES_PER_CORE) * MILLICORES_PER_CORE;
    record?.(resource, bound, { step: 'integer-cpu', value: rounded });
  }
  return rounded;
}

function setAmount(amounts: Amounts, resource: Resource, amount: number): void {
  if (resource === 'cpu') amounts.cpu = amount as CpuMillicores;
  else amounts.memory = amount as MemoryBytes;
}

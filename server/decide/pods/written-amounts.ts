import { formatCpu, formatMemory, formatQuantity, parseQuantity } from '../../objects/quantity';
import { type Amounts, REQUESTED_RESOURCES, RESOURCES, type Resource } from '../../objects/units';
import type { DecisionSettings } from '../settings';
import type { CapReason } from './cap-reasons';
import type { ContainerPlan } from './container-plan';
import { withAmount } from './proportions';

/** The multiples to which amounts are rounded up where people keep them: millicores, bytes. */
export type WrittenSteps = Pick<DecisionSettings, 'writtenCpuStep' | 'writtenMemoryStep'>;

/** Notes that say nothing of a bound. */
const NO_BOUND: ReadonlySet<CapReason> = new Set(['no-original-limit', 'no-recommended-request']);

/**
 * A plan in amounts that people write. What a bound holds back stays exact, and so does a request that would rise above
 * its limit.
 */
export function writtenPlan(
  plan: ContainerPlan,
  statedLimits: Amounts,
  { writtenCpuStep, writtenMemoryStep }: WrittenSteps,
): ContainerPlan {
  const steps = { cpu: writtenCpuStep, memory: writtenMemoryStep };
  let { requests, limits } = plan;
  for (const resource of RESOURCES) {
    const isBound = plan.notes.some((note) => note.resource === resource && !NO_BOUND.has(note.reason));
    if (isBound) continue;
    limits = roundedUp(limits, resource, steps[resource]);
    requests = roundedUp(requests, resource, steps[resource], limits[resource] ?? statedLimits[resource]);
  }
  return { ...plan, requests, limits };
}

function roundedUp(amounts: Amounts, resource: Resource, step: number, most = Number.POSITIVE_INFINITY) {
  const value = amounts[resource];
  if (value === undefined) return amounts;
  const rounded = Math.ceil(value / step) * step;
  return rounded > most ? amounts : withAmount(amounts, resource, rounded);
}

/** As a resource list states amounts: 163m, 250Mi. */
export function writtenList(amounts: Amounts): Record<string, string> {
  const list: Record<string, string> = {};
  for (const resource of REQUESTED_RESOURCES) {
    const amount = amounts[resource];
    if (amount !== undefined)
      list[resource] = resource === 'cpu' ? formatCpu(amount) : memoryInBinary(amount);
  }
  return list;
}

/** Exact bytes, in the largest unit that they are a multiple of: 250Mi. */
export function memoryInBinary(bytes: number): string {
  return formatQuantity({ ...parseQuantity(formatMemory(bytes)), format: 'BinarySI' });
}

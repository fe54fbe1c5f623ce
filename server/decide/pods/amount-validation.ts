import { compareQuantities, isQuantity, parseQuantity, type Quantity } from '../../objects/quantity';
import { RESOURCES, type Resource } from '../../objects/units';
import type { ContainerResourcePolicy } from '../../objects/vpa-types';
import type { VpaFault } from './vpa-faults';

const FINEST_NANOS: Readonly<Record<Resource, bigint>> = { cpu: 1_000_000n, memory: 1_000_000_000n };
const FINEST_NAME: Readonly<Record<Resource, string>> = {
  cpu: 'must be a whole number of milli CPUs',
  memory: 'must be a whole number of bytes',
};
const ZERO = parseQuantity('0');
const ONE = parseQuantity('1');

/**
 * Faults of `minAllowed` and `maxAllowed`: not a quantity, too fine a unit, or a maximum below the minimum.
 */
export function boundFaults(policy: ContainerResourcePolicy, path: string): VpaFault[] {
  const faults: VpaFault[] = [];
  for (const resource of RESOURCES) {
    const [min, max] = (['minAllowed', 'maxAllowed'] as const).map((bound) => {
      const value = policy[bound]?.[resource];
      if (value === undefined) return undefined;
      const field = `${path}.${bound}[${resource}]`;
      const quantity = readQuantity(value, field, faults);
      if (quantity && !isWhole(quantity, resource))
        faults.push({ kind: 'invalid', field, message: FINEST_NAME[resource] });
      return quantity;
    });
    if (min && max && compareQuantities(max, min) < 0)
      faults.push({
        kind: 'invalid',
        field: `${path}.maxAllowed[${resource}]`,
        message: `max resource for ${resource} is lower than min of "${policy.minAllowed?.[resource]}"`,
      });
  }
  return faults;
}

/** Negative bounds: API servers accept them, but they mean nothing. */
export function negativeBounds(policy: ContainerResourcePolicy, path: string): VpaFault[] {
  return RESOURCES.flatMap((resource) =>
    (['minAllowed', 'maxAllowed'] as const).flatMap((bound): VpaFault[] => {
      const value = policy[bound]?.[resource];
      if (!isQuantity(value) || compareQuantities(parseQuantity(value), ZERO) >= 0) return [];
      return [{ kind: 'invalid', field: `${path}.${bound}[${resource}]`, message: 'must not be negative' }];
    }),
  );
}

/** Faults of a number of seconds or intervals, which must be at least 1. */
export function countFaults(value: number, field: string): VpaFault[] {
  return value >= 1 ? [] : [{ kind: 'invalid', field, message: 'must be greater than or equal to 1' }];
}

export const oomFaults = {
  ratio: (value: string | number, field: string) => atLeast(value, field, ONE, '1.0'),
  minBumpUp: (value: string | number, field: string) => atLeast(value, field, ZERO, '0'),
};

/** Faults of a CPU amount: not a quantity, or finer than a millicore. */
export function cpuFaults(value: string | number, field: string): VpaFault[] {
  const faults: VpaFault[] = [];
  const quantity = readQuantity(value, field, faults);
  if (quantity && !isWhole(quantity, 'cpu'))
    faults.push({ kind: 'invalid', field, message: FINEST_NAME.cpu });
  return faults;
}

function atLeast(value: string | number, field: string, least: Quantity, leastText: string): VpaFault[] {
  const faults: VpaFault[] = [];
  const quantity = readQuantity(value, field, faults);
  if (quantity && compareQuantities(quantity, least) < 0)
    faults.push({ kind: 'invalid', field, message: `must be greater than or equal to ${leastText}` });
  return faults;
}

function readQuantity(value: unknown, field: string, faults: VpaFault[]): Quantity | undefined {
  if (isQuantity(value)) return parseQuantity(value);
  faults.push({
    kind: 'invalid',
    field,
    message: 'must be a quantity: a number with an optional suffix, such as 250m, 1.5, 128Mi or 1e3',
  });
  return undefined;
}

function isWhole(quantity: Quantity, resource: Resource): boolean {
  return quantity.nanos % FINEST_NANOS[resource] === 0n;
}

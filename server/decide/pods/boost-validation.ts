import { isDeepStrictEqual } from 'node:util';
import type { StartupBoost, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { cpuFaults } from './amount-validation';
import { forbiddenByGate, notSupported, type ValidationOptions, type VpaFault } from './vpa-faults';

/** Faults of a startup boost, of the VPA or of one container policy; none without a boost. */
export function startupBoostFaults(
  boost: StartupBoost | null | undefined,
  path: string,
  { gates, former }: ValidationOptions,
): VpaFault[] {
  if (!boost) return [];
  if (!gates.cpuStartupBoost) return [forbiddenByGate(path, 'startupBoost', 'CPUStartupBoost')];
  const { cpu } = boost;
  if (!cpu) return [];
  if (!cpu.type && !boostsOf(former).some((kept) => isDeepStrictEqual(kept.cpu, cpu)))
    return [{ kind: 'required', field: `${path}.cpu.type`, message: 'must be either Factor or Quantity' }];
  const duration: VpaFault[] =
    cpu.durationSeconds !== undefined && cpu.durationSeconds < 0
      ? [
          {
            kind: 'invalid',
            field: `${path}.cpu.durationSeconds`,
            message: 'must be greater than or equal to 0',
          },
        ]
      : [];
  return [...amountFaults(cpu, `${path}.cpu`), ...duration];
}

/** The startup boosts that a VPA states, of all its pods and of containers. */
export function boostsOf(vpa: VerticalPodAutoscaler | undefined): StartupBoost[] {
  const { startupBoost, resourcePolicy } = vpa?.spec ?? {};
  const own = (resourcePolicy?.containerPolicies ?? []).map((policy) => policy.startupBoost);
  return [startupBoost, ...own].filter((boost) => boost !== undefined && boost !== null);
}

function amountFaults(cpu: NonNullable<StartupBoost['cpu']>, path: string): VpaFault[] {
  switch (cpu.type ?? 'Factor') {
    case 'Factor':
      if (cpu.factor === undefined || cpu.factor === null)
        return [{ kind: 'required', field: `${path}.factor`, message: 'required when type is Factor' }];
      return cpu.factor >= 1
        ? []
        : [{ kind: 'invalid', field: `${path}.factor`, message: 'must be >= 1 for type Factor' }];
    case 'Quantity':
      if (cpu.quantity === undefined || cpu.quantity === null)
        return [{ kind: 'required', field: `${path}.quantity`, message: 'required when type is Quantity' }];
      return cpuFaults(cpu.quantity, `${path}.quantity`);
    default:
      return [notSupported(`${path}.type`, ['Factor', 'Quantity'])];
  }
}

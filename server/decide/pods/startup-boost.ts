import { milliValue } from '../../objects/quantity';
import { cpuMillicores } from '../../objects/units';
import type { StartupBoost } from '../../objects/vpa-types';

/**
 * The CPU request during startup, in millicores: `base` times the factor, or plus the quantity, never above `most`
 * unless `base` already is. Undefined if there is no usable boost (AEP-7862; VPA 1.8,
 * pkg/admission-controller/resource/pod/patch, resource_updates.go, `calculateBoostedCPUValue`).
 * @throws QuantityError
 */
export function boostedCpu(
  boost: StartupBoost | undefined,
  base: number,
  most: number | undefined,
): number | undefined {
  const raised = raise(boost, base);
  if (raised === undefined) return undefined;
  return cpuMillicores(most === undefined || raised <= most ? raised : Math.max(base, most));
}

function raise(boost: StartupBoost | undefined, base: number): number | undefined {
  const cpu = boost?.cpu;
  if (!cpu) return undefined;
  switch (cpu.type ?? 'Factor') {
    case 'Factor':
      return cpu.factor !== undefined && cpu.factor >= 1 ? base * cpu.factor : undefined;
    case 'Quantity':
      return cpu.quantity === undefined ? undefined : base + Math.max(0, milliValue(cpu.quantity));
    default:
      return undefined;
  }
}

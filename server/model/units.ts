declare const unit: unique symbol;

/** An integer number of CPU millicores in [0, 1e14]. */
export type CpuMillicores = number & { readonly [unit]: 'millicores' };

/** An integer number of bytes in [0, 1e14]. */
export type MemoryBytes = number & { readonly [unit]: 'bytes' };

/** The largest amount of either resource the autoscaler works with (the reference's `MaxResourceAmount`). */
export const MAX_AMOUNT = 1e14;

function clampToAmount(value: number): number {
  if (!(value > 0)) return 0;
  return value >= MAX_AMOUNT ? MAX_AMOUNT : Math.trunc(value);
}

/** Truncates toward zero and holds in [0, 1e14]; NaN and negatives become 0. */
export function cpuMillicores(value: number): CpuMillicores {
  return clampToAmount(value) as CpuMillicores;
}

/** Truncates toward zero and holds in [0, 1e14]; NaN and negatives become 0. */
export function memoryBytes(value: number): MemoryBytes {
  return clampToAmount(value) as MemoryBytes;
}

/** The two resources a vertical autoscaler controls. */
export const RESOURCES = ['cpu', 'memory'] as const;
export type Resource = (typeof RESOURCES)[number];

/** An amount of each resource: millicores of CPU, bytes of memory; absent means not stated. */
export interface Amounts {
  cpu?: CpuMillicores;
  memory?: MemoryBytes;
}

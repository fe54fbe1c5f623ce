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

/** Truncates toward zero and clamps to [0, 1e14]; NaN and negatives become 0. */
export function cpuMillicores(value: number): CpuMillicores {
  return clampToAmount(value) as CpuMillicores;
}

/** Truncates toward zero and clamps to [0, 1e14]; NaN and negatives become 0. */
export function memoryBytes(value: number): MemoryBytes {
  return clampToAmount(value) as MemoryBytes;
}

/** The two resources a vertical autoscaler controls. */
export const RESOURCES = ['cpu', 'memory'] as const;
export type Resource = (typeof RESOURCES)[number];

/** The resource that pods may request besides, if their VPA asks for it; bytes. */
export const EPHEMERAL_STORAGE = 'ephemeral-storage';
/** Everything that pods may be made to request. */
export const REQUESTED_RESOURCES = [...RESOURCES, EPHEMERAL_STORAGE] as const;
export type RequestedResource = (typeof REQUESTED_RESOURCES)[number];

/** An amount of each resource: millicores of CPU, bytes of the others; absent means not stated. */
export interface Amounts {
  cpu?: CpuMillicores;
  memory?: MemoryBytes;
  [EPHEMERAL_STORAGE]?: MemoryBytes;
}

/** What sets a resource apart. */
interface ResourceFacts {
  /** Its name within a sentence. */
  readonly name: string;
  readonly unit: 'millicores' | 'bytes';
  /** A unit in billionths of what a quantity counts. */
  readonly unitNanos: bigint;
  /** Parts of a unit in which the reference compares requests: it matters only if nothing is requested. */
  readonly finest: number;
  /** From the metrics API, or as a signal from Prometheus. */
  readonly measured: 'samples' | 'signal';
  /** What becomes of a container that uses more than its limit. */
  readonly aboveLimit: 'throttled' | 'killed' | 'evicted';
  /** Whether kubelets change it while the container runs (KEP-1287 names CPU and memory). */
  readonly isResizable: boolean;
}

export const RESOURCE_FACTS: Readonly<Record<RequestedResource, ResourceFacts>> = {
  cpu: {
    name: 'CPU',
    unit: 'millicores',
    unitNanos: 1_000_000n,
    finest: 1,
    measured: 'samples',
    aboveLimit: 'throttled',
    isResizable: true,
  },
  memory: {
    name: 'memory',
    unit: 'bytes',
    unitNanos: 1_000_000_000n,
    finest: 1000,
    measured: 'samples',
    aboveLimit: 'killed',
    isResizable: true,
  },
  [EPHEMERAL_STORAGE]: {
    name: 'ephemeral storage',
    unit: 'bytes',
    unitNanos: 1_000_000_000n,
    finest: 1000,
    measured: 'signal',
    aboveLimit: 'evicted',
    isResizable: false,
  },
};

/**
 * Formats amounts with no more digits than needed to tell different ones apart: `write` is called with 0, 1,
 * 2 … extra digits, up to `most`, at which it is exact. Absent amounts stay absent.
 */
export function tellApart<T extends number | undefined>(
  amounts: readonly T[],
  write: (amount: number, moreDigits: number) => string,
  most: number,
): (string | Extract<T, undefined>)[] {
  const known = [...new Set(amounts.filter((amount) => amount !== undefined))] as number[];
  let digits = 0;
  while (digits < most && new Set(known.map((amount) => write(amount, digits))).size < known.length) digits++;
  const texts = amounts.map((amount) => (amount === undefined ? amount : write(amount, digits)));
  return texts as (string | Extract<T, undefined>)[];
}

/** Millicores or MiB: 100,000 cores, 95 TiB. */
export const MOST_OF_POD = 100_000_000;

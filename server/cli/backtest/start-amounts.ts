import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import { type Amounts, cpuMillicores, memoryBytes, RESOURCES, type Resource } from '@/server/objects/units';
import type { UsageRecording } from '@/server/replay/engine/recordings';
import type { ReplayWorkload, ReplicaUsage } from '@/server/replay/engine/workload';
import type { Start, StartAmounts } from './variants-file';

/** Where nothing is said, pods request so many times the peak of the recording, and are limited to it. */
const TIMES_PEAK = 1.5;
const REPLICAS = 2;
/** A pod that recorded nothing still requests something. */
const LEAST: Readonly<Record<Resource, number>> = { cpu: 10, memory: 2 ** 20 };

/** First amounts that no pod can have; the message names the field. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The workload of a recording with its first requests and limits. @throws StartError */
export function workloadFrom(recording: UsageRecording, start: Start): ReplayWorkload {
  const { namespace, name, startMs, stepMs, steps, containers } = recording;
  const requests = start.requests ?? {};
  const limits: StartAmounts = { ...requests, ...start.limits };
  return {
    namespace,
    name,
    startMs,
    stepMs,
    steps,
    replicas: start.replicas ?? REPLICAS,
    containers: [...containers].map(([container, usage]) => {
      const limited = amountsFor(usage, limits);
      // As in Kubernetes, a container with a limit and no request requests its limit.
      const requested = { ...limited, ...amountsFor(usage, requests) };
      for (const resource of RESOURCES)
        if ((limited[resource] ?? Number.POSITIVE_INFINITY) < (requested[resource] ?? 0))
          throw new StartError(
            `limits.${resource} of ${namespace}/${name} is ${limited[resource]}, below its request of ${requested[resource]}; raise it, or write none`,
          );
      return { name: container, requests: requested, limits: limited, usage: [usage] };
    }),
  };
}

function amountsFor(usage: ReplicaUsage, wanted: StartAmounts): Amounts {
  const amounts: Amounts = {};
  for (const resource of RESOURCES) {
    const values = resource === 'cpu' ? usage.cpuMillicores : usage.memoryBytes;
    const amount = values && amountOf(resource, values, wanted[resource]);
    if (amount === undefined) continue;
    if (resource === 'cpu') amounts.cpu = cpuMillicores(amount);
    else amounts.memory = memoryBytes(amount);
  }
  return amounts;
}

function amountOf(
  resource: Resource,
  values: ArrayLike<number>,
  wanted: StartAmounts[Resource] = { timesPeak: TIMES_PEAK },
): number | undefined {
  if (wanted === 'none') return undefined;
  if (typeof wanted !== 'object') return resource === 'cpu' ? cpuFrom(wanted) : memoryFrom(wanted);
  let peak = 0;
  for (let index = 0; index < values.length; index++)
    if ((values[index] ?? 0) > peak) peak = values[index] ?? 0;
  return Math.max(LEAST[resource], Math.ceil(peak * wanted.timesPeak));
}

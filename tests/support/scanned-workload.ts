import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { changeOf, findingOf, requestedBy } from '@/server/scan/core/findings';
import type { Replayed, ScannedContainer, ScannedWorkload } from '@/server/scan/report';

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;

/** Millicores and MiB as amounts. */
export const amountsOf = (cpu: number, memoryMib: number) => ({
  cpu: cpuMillicores(cpu),
  memory: memoryBytes(memoryMib * MIB),
});

/** A container that requests 1 core and 1 GiB and uses about 100 m and 100 MiB. */
export function scannedContainer(own: Partial<ScannedContainer> = {}): ScannedContainer {
  return {
    name: 'app',
    now: { requests: amountsOf(1000, 1024), limits: {} },
    used: {
      cpu: { median: 80, p95: 100, peak: 150 },
      memory: { median: 90 * MIB, p95: 100 * MIB, peak: 120 * MIB },
    },
    kills: 0,
    confidenceDays: 14,
    target: amountsOf(120, 200),
    next: { requests: amountsOf(120, 200), limits: {} },
    why: { cpu: '90th percentile of usage 100m', memory: '90th percentile of usage 170 MiB' },
    ...own,
  };
}

/** A workload of two pods, judged. */
export function scannedWorkload(
  own: Partial<ScannedWorkload> & Pick<ScannedWorkload, 'name'>,
): ScannedWorkload {
  const { replicas = 2, containers = [scannedContainer()] } = own;
  const { requests, next } = requestedBy(containers, replicas);
  const parts = {
    namespace: 'shop',
    kind: 'Deployment',
    replicas,
    recommender: 'default',
    containers,
    requests,
    next,
    ...changeOf(requests, next),
    notes: [],
    ...own,
  };
  return { ...parts, finding: own.finding ?? findingOf(parts) };
}

export function replayedWith(now: Partial<Replayed['now']>): Replayed {
  const nothing = { cpuShort: 0, memoryShort: 0, kills: 0, changes: 0 };
  return { fromMs: 0, toMs: 14 * DAY_MS, now: { ...nothing, ...now }, recommended: nothing };
}

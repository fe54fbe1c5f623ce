import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { type ReplayEvent, replay } from '@/server/replay/engine/replay';
import { ReplayTally } from '@/server/replay/engine/tally';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '@/server/replay/engine/workload';
import { deciderFor } from '@/server/replay/live/decider';

const MINUTE_MS = 60_000;
const HOUR = 60;
const GIB = 2 ** 30;

/** From 0.5 GiB by 0.1 GiB an hour; killed at 1.1 GiB every six hours. */
function leakingWorkload(): ReplayWorkload {
  const minutes = Array.from({ length: 40 * HOUR }, (_, minute) => minute);
  const amounts = { cpu: cpuMillicores(2000), memory: memoryBytes(1.0999 * GIB) };
  const gib = (minute: number) => 0.5 + 0.1 * ((minute % (6 * HOUR + 1)) / HOUR);
  const usage = {
    cpuMillicores: minutes.map(() => 200),
    memoryBytes: minutes.map((minute) => gib(minute) * GIB),
  };
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: Date.UTC(2026, 2, 2),
    stepMs: MINUTE_MS,
    steps: minutes.length,
    replicas: 1,
    containers: [{ name: 'app', requests: amounts, limits: amounts, usage: [usage] }],
  };
}

/** GiB that a replay in mode Off recommends last. */
function targetWith(leakLifeMs: number): number {
  const workload = leakingWorkload();
  const events: ReplayEvent[] = [];
  replay({
    workload,
    options: DEFAULT_OPTIONS,
    recommendEveryMs: MINUTE_MS,
    planEveryMs: MINUTE_MS,
    decider: deciderFor(workload, {
      spec: { updatePolicy: { updateMode: 'Off' } },
      recommender: 'default',
      parameters: {},
      config: defaultConfig({ leakLifeMs, leakAfterMs: HOUR * MINUTE_MS }),
    }),
    tally: new ReplayTally(workload, DEFAULT_OPTIONS),
    happened: (event) => events.push(event),
  });
  const last = events.findLast((event) => event.kind === 'recommended');
  return (last?.kind === 'recommended' ? (last.targets.get('app')?.memory ?? 0) : 0) / GIB;
}

it('a replay gives a leak what a life of the wanted length needs, and no more', () => {
  expect(targetWith(0)).toBeGreaterThan(1.1 * 1.2 * 1.15);
  const held = targetWith(6 * HOUR * MINUTE_MS);
  expect(held).toBeGreaterThan(1.1 * 1.1);
  expect(held).toBeLessThan(1.1 * 1.2 * 1.05);
});

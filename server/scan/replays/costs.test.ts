import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { teachingMs } from '../../replay/counting';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../../replay/engine/workload';
import { figuresLeftAlone } from '../../replay/live/run';
import { costsLeftAlone } from './costs';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const STEPS = 60;

const amount = fc.constantFrom(undefined, 0, 100, 110, 200);
const stated = fc.record({ cpu: amount, memory: amount }).map(({ cpu, memory }) => ({
  ...(cpu !== undefined && { cpu: cpuMillicores(cpu) }),
  ...(memory !== undefined && { memory: memoryBytes(memory * MIB) }),
}));
const most = fc.constantFrom(20, 95, 100, 105, 250);
const used = fc.record({ cpu: most, memory: most }).map(({ cpu, memory }) => ({
  cpuMillicores: Float32Array.from(
    { length: STEPS },
    (_, step) => (cpu * ((step * 7) % STEPS)) / (STEPS - 1),
  ),
  memoryBytes: Float32Array.from(
    { length: STEPS },
    (_, step) => (memory * MIB * ((step * 11) % STEPS)) / (STEPS - 1),
  ),
}));
const workload: fc.Arbitrary<ReplayWorkload> = fc
  .record({
    requests: stated,
    limits: stated,
    usage: fc.array(used, { minLength: 1, maxLength: 2 }),
    replicas: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ replicas, ...container }) => ({
    namespace: 'shop',
    name: 'web',
    startMs: Date.UTC(2026, 1, 2),
    stepMs: HOUR_MS,
    steps: STEPS,
    replicas,
    containers: [{ name: 'app', ...container }],
  }));

it('costs, left alone, what a replay says, also where it need not be made', () => {
  let never = 0;
  fc.assert(
    fc.property(workload, (one) => {
      const found = costsLeftAlone(one)?.now;
      const options = { ...DEFAULT_OPTIONS, learnMs: teachingMs(STEPS * HOUR_MS) };
      const { cpuShort = 0, memoryShort = 0, oomKills = 0 } = figuresLeftAlone(options, one);
      expect(found).toEqual({ cpuShort, memoryShort, kills: oomKills, changes: 0 });
      if (memoryShort === 0 && cpuShort === 0) never++;
    }),
  );
  expect(never).toBeGreaterThan(0);
});

it('says nothing of less than a day in hours', () => {
  const [one] = fc.sample(workload, 1);
  expect(one && costsLeftAlone({ ...one, steps: 23 })).toBeUndefined();
});

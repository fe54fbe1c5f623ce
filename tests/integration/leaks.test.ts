import { afterEach, beforeEach, expect, it } from 'vitest';
import { leakingContainers } from '@/server/objects/vpa-conditions';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;

let storm: LivingScenario;

beforeEach(async () => {
  const settings = { clockSpeed: 900, leakAfterMs: HOUR_MS };
  storm = await LivingScenario.start('oom-storm', 'storm', settings);
});
afterEach(() => storm.stop());

const leaks = () => storm.running.problems.list().filter(({ code }) => code === 'memory-leak');
const about = (workload: string) => `VerticalPodAutoscaler storm/${workload}, container app`;
const app = (workload: string) =>
  storm.running.workload('storm', workload).containers.find(({ name }) => name === 'app');

it('a leak is told with its rate, and its target stays where a life of the wanted length needs it', async () => {
  const problem = await until('a leak that is found', () =>
    leaks().find((each) => each.about === about('drizzle')),
  );
  expect(problem.message).toMatch(/It leaks (3[5-9]|4[0-5])[.\d]* MiB an hour; it was killed every \d/);
  // A kill may be told after the life that it ends.
  const leak = await until('three lives that a kill ended', () => {
    const found = app('drizzle')?.leak;
    return (found?.lastLives.filter(({ end }) => end === 'killed').length ?? 0) >= 3 && found;
  });
  expect(leak.lifeMs).toBe(24 * HOUR_MS);
  expect(leak.mostBytes / MIB / (110 + 24 * 40)).toBeGreaterThan(1);
  expect(leak.mostBytes / MIB / (110 + 24 * 40)).toBeLessThan(1.4);
  expect(app('drizzle')?.memory.target ?? 0).toBeLessThanOrEqual(leak.mostBytes);
  await until('the condition in the status', () => {
    const vpa = storm.running.cluster?.caches.vpas.get('storm', 'drizzle');
    return leakingContainers(vpa?.status).includes('app');
  });
  // It needs more than its limit as soon as it starts: that is no leak.
  expect(leaks().map((each) => each.about)).not.toContain(about('flood'));
});

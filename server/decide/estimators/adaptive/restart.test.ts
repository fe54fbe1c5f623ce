import { describe, expect, it } from 'vitest';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';

const STEP_MS = 5 * MINUTE_MS;
const MIB = 2 ** 20;

type Usage = (atMs: number) => number;

const USAGES: Readonly<Record<string, Usage>> = {
  'by the day': (atMs) => (Math.floor(atMs / HOUR_MS) % 24 < 8 ? 0.2 : 2),
  'with noise over a thousandfold': (atMs) => Math.abs(Math.sin(atMs)) * 10 + 0.01,
  'with a step': (atMs) => (atMs < 4.3 * DAY_MS ? 0.5 : 3),
};

/** The targets at each hour from the third day to the seventh, saved and loaded again so often. */
function targetsOf(given: string, cores: Usage, restartEveryMs: number): number[][] {
  const container = new Studied(chosen('adaptive', given));
  const targets: number[][] = [];
  for (let atMs = 0; atMs < 7 * DAY_MS; atMs += STEP_MS) {
    container.use(atMs, cores(atMs), (300 + 100 * cores(atMs / 7)) * MIB);
    if (atMs % restartEveryMs === 0) container.reload();
    if (atMs < 2 * DAY_MS || atMs % HOUR_MS !== 0) continue;
    const { cpu, memory } = container.estimate();
    targets.push([cpu.target, memory.target]);
  }
  return targets;
}

describe.each(['inPlace: true', 'inPlace: false'])('adaptive with %s', (given) => {
  it.each(Object.entries(USAGES))(
    'goes on after restarts as if there had been none, with usage %s',
    (_, cores) => {
      const steady = targetsOf(given, cores, Number.POSITIVE_INFINITY);
      expect(targetsOf(given, cores, 7 * HOUR_MS)).toEqual(steady);
    },
  );

  it.each(Object.entries(USAGES))('keeps at most 3 kB of a container, with usage %s', (_, cores) => {
    const container = new Studied(chosen('adaptive', given));
    for (let atMs = 0; atMs < 20 * DAY_MS; atMs += HOUR_MS / 4)
      // Memory that falls for two weeks: each of its hours may become the peak.
      container.use(atMs, cores(atMs), (4000 - atMs / HOUR_MS) * MIB);
    expect(JSON.stringify(container.study.save()).length).toBeLessThanOrEqual(3000);
  });
});

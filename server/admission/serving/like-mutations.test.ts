import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import { NOBODY } from '../../lib/time/repeat';
import type { CpuMillicores } from '../../objects/units';
import { type CountedMutation, LikeMutations } from './like-mutations';

const MINUTE_MS = 60_000;

function counting() {
  const clock = new ManualClock(0);
  const recorded: CountedMutation[] = [];
  let announced = 0;
  const counted = new LikeMutations(
    {
      record: (...mutations) => recorded.push(...mutations),
      begin: () => {
        announced++;
        return (...mutations) => {
          announced--;
          recorded.push(...mutations);
        };
      },
    },
    clock,
    NOBODY,
  );
  const add = (pod: string, patch = '', stated = 100) =>
    counted.add({
      namespace: 'ns',
      pod,
      vpa: 'v',
      origin: 'status',
      stated: [{ name: 'app', requests: { cpu: stated as CpuMillicores }, limits: {} }],
      patch,
      record: () => ({ atMs: clock.now(), namespace: 'ns', pod, vpa: 'v', origin: 'status', ...NOTHING }),
    });
  const told = () => recorded.map(({ pod, atMs, count }) => [pod, atMs, count]);
  return { clock, counted, add, told, announced: () => announced };
}

const NOTHING = { dryRun: false, changes: [], left: [], overruled: [] };

describe('mutations that are alike', () => {
  it('are recorded one at once, and the rest after a minute in one record with their count', async () => {
    const { clock, counted, add, told } = counting();
    for (let times = 0; times < 5_000; times++) add('web-');
    expect(told()).toEqual([['web-', 0, 1]]);
    await clock.advance(1_000);
    add('web-');
    await clock.advance(MINUTE_MS);
    expect(told()).toEqual([
      ['web-', 0, 1],
      ['web-', 1_000, 5_000],
    ]);
    await counted.stop();
    expect(told()).toHaveLength(2);
  });

  it('are counted apart from others', async () => {
    const { clock, counted, add, told } = counting();
    for (const likeness of ['web-', 'api-', 'web-', 'api-', 'api-']) add(likeness);
    await clock.advance(MINUTE_MS);
    expect(told().slice(2)).toEqual([
      ['web-', 0, 1],
      ['api-', 0, 2],
    ]);
    await counted.stop();
  });

  it('get the same patch: those of one pod that come in turns are counted apart', async () => {
    const { counted, add, told } = counting();
    for (let times = 0; times < 3_000; times++) for (const patch of ['small', 'large']) add('web-', patch);
    expect(told()).toHaveLength(2);
    await counted.stop();
    expect(told().slice(2)).toEqual([
      ['web-', 0, 2_999],
      ['web-', 0, 2_999],
    ]);
  });

  it('stated the same, and are still found where very many go by one name', async () => {
    const { counted, add, told } = counting();
    for (let stated = 1; stated <= 3_000; stated++) {
      add('web-', '', stated);
      add('web-', '', stated);
    }
    expect(told().filter(([, , count]) => count === 1)).toHaveLength(5_000);
    await counted.stop();
    expect(told().reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(6_000);
  });

  it('begin anew once none came for a minute', async () => {
    const { clock, counted, add, told } = counting();
    add('web-');
    await clock.advance(MINUTE_MS);
    add('web-');
    expect(told()).toEqual([
      ['web-', 0, 1],
      ['web-', MINUTE_MS, 1],
    ]);
    await counted.stop();
  });

  it('are announced while they are only counted, and recorded at the end', async () => {
    const { counted, add, told, announced } = counting();
    add('web-');
    expect(announced()).toBe(0);
    add('web-');
    add('web-');
    expect(announced()).toBe(1);
    await counted.stop();
    expect(announced()).toBe(0);
    expect(told()).toEqual([
      ['web-', 0, 1],
      ['web-', 0, 2],
    ]);
  });

  it('are all recorded where there are more unlike ones than can be counted', async () => {
    const { counted, add, told } = counting();
    for (let index = 0; index < 3_000; index++) {
      add(`pod-${index}`);
      add(`pod-${index}`);
    }
    await counted.stop();
    expect(told().reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(6_000);
  });
});

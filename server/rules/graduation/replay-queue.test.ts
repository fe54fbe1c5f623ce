import { expect, it } from 'vitest';
import type { ReplayVerdict, ReplayWanted } from './ports';
import { ReplayQueue } from './replay-queue';

const DONE: ReplayVerdict = {
  state: 'done',
  id: 'r',
  atMs: 1,
  countedMs: 1,
  figures: { oomsADay: 0, cpuShort: 0, memoryShort: 0 },
};

/** A queue whose replays end when told. */
function queue() {
  const running: { wanted: ReplayWanted; stopping: AbortSignal; end(): void }[] = [];
  const ended: string[] = [];
  const replays = new ReplayQueue({
    clock: { now: () => 7 },
    replay: (wanted, stopping) =>
      new Promise((resolve, reject) => {
        running.push({ wanted, stopping, end: () => resolve(DONE) });
        stopping.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    ended: (key) => ended.push(key),
  });
  const ask = (name: string, basis = 'a') =>
    replays.ask(name, { namespace: 'shop', name, days: 7, updateMode: 'Recreate', basis });
  return { replays, running, ended, ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('replays a thousand workloads one at a time, in their order', async () => {
  const { replays, running, ended, ask } = queue();
  for (let index = 0; index < 1000; index++) ask(`web-${index}`);
  for (let index = 0; index < 1000; index++) ask(`web-${index}`);
  expect(running).toHaveLength(1);
  expect(replays.factOf('web-0', 'a')).toEqual({ state: 'running', sinceMs: 7 });
  expect(replays.factOf('web-999', 'a')).toEqual({ state: 'queued', before: 999 });
  for (let index = 0; index < 1000; index++) {
    running[index]?.end();
    await turn();
    expect(running).toHaveLength(Math.min(1000, index + 2));
  }
  expect(ended.slice(0, 3)).toEqual(['web-0', 'web-1', 'web-2']);
  expect(ended).toHaveLength(1000);
  expect(replays.factOf('web-999', 'a')).toEqual(DONE);
});

it('forgets a workload that is deleted during its replay, and goes on', async () => {
  const { replays, running, ended, ask } = queue();
  ask('web');
  ask('api');
  replays.forget('web');
  expect(running[0]?.stopping.aborted).toBe(true);
  await turn();
  expect(ended).toEqual([]);
  expect(replays.factOf('web', 'a')).toEqual({ state: 'none' });
  expect(replays.factOf('api', 'a')).toEqual({ state: 'running', sinceMs: 7 });
});

it('replays again what was asked for with another policy, and keeps no verdict of the former one', async () => {
  const { replays, running, ask } = queue();
  ask('web');
  running[0]?.end();
  await turn();
  expect(replays.factOf('web', 'b')).toEqual({ state: 'none' });
  ask('web', 'b');
  ask('web', 'c');
  await turn();
  expect(running).toHaveLength(3);
  running[2]?.end();
  await turn();
  expect([replays.factOf('web', 'b'), replays.factOf('web', 'c')]).toEqual([{ state: 'none' }, DONE]);
});

it('ends with what it is at', async () => {
  const { replays, running, ask } = queue();
  ask('web');
  ask('api');
  await replays.stop();
  ask('log');
  await turn();
  expect(running).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import type { ChangeTrial } from '../../decide/pods/outcome/state';
import { type Amounts, cpuMillicores, memoryBytes } from '../../objects/units';
import type { SeenContainer, SeenPod } from './seen-pod';
import { changing } from './trial';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 7, 1);
const memory = (bytes: number): Amounts => ({ memory: memoryBytes(bytes) });
const SHRINK = [{ container: 'app', from: memory(512), to: memory(100) }];

const pod = (container: Partial<SeenContainer> = {}, more: Partial<SeenPod> = {}): SeenPod => ({
  name: 'web-0',
  createdMs: NOW - 12 * HOUR,
  changedMs: NOW - 12 * HOUR,
  isReady: true,
  isTerminating: false,
  isResizeRefused: false,
  isResizing: false,
  program: 'one',
  containers: [{ name: 'app', requests: memory(512), runningMs: NOW - 12 * HOUR, ...container }],
  ...more,
});
const began = (pods: readonly SeenPod[], changes = SHRINK, former?: ChangeTrial) => {
  const [first] = pods;
  if (!first) throw new Error('no pod');
  return changing(former, { pod: first, changes, pods }, NOW);
};
const followed = (...given: Parameters<typeof began>) => {
  const found = began(...given);
  if (found.kind === 'none') throw new Error('nothing is followed');
  return found.trial;
};

describe('a change that is begun to be followed', () => {
  it('notes what was before, what is tried, and how long the container lived', () => {
    expect(followed([pod()])).toEqual({
      sinceMs: NOW,
      changedMs: NOW,
      program: 'one',
      crashed: false,
      containers: new Map([['app', { from: memory(512), to: memory(100), ranMs: 12 * HOUR }]]),
    });
  });

  it('knows the shortest life of any pod that ended with a kill for memory', () => {
    const killed = (hours: number) => ({
      killed: { startedMs: NOW - 11 * HOUR, finishedMs: NOW - (11 - hours) * HOUR },
    });
    const trial = followed([pod(), pod(killed(6)), pod(killed(4))]);
    expect(trial.containers.get('app')).toMatchObject({ killedAfterMs: 4 * HOUR });
  });

  it('knows the highest memory limit that it had, unless a pod had none', () => {
    const limited = (bytes: number) => pod({ memoryLimit: bytes });
    const limitOf = (pods: readonly SeenPod[]) => followed(pods).containers.get('app')?.ranAtLimit;
    expect(limitOf([limited(600), limited(700)])).toBe(700);
    expect(limitOf([limited(600), pod()])).toBeUndefined();
  });

  it('takes nothing for a former life that was lived with other requests', () => {
    const harmed = { killed: { startedMs: NOW - HOUR, finishedMs: NOW - HOUR / 2 } };
    const resized = pod({ ...harmed, runningMs: NOW - HOUR / 2 }, { changedMs: NOW - HOUR / 4 });
    const other = pod({ ...harmed, requests: memory(100) });
    expect(followed([resized, other]).containers.get('app')).toEqual({
      from: memory(512),
      to: memory(100),
      ranMs: HOUR / 4,
    });
  });

  it('follows nothing that hardly moves, that nothing was stated of, or before which nothing lived', () => {
    expect(began([pod()], [{ container: 'app', from: memory(1000), to: memory(990) }]).kind).toBe('none');
    expect(began([pod()], [{ container: 'app', from: {}, to: memory(100) }]).kind).toBe('none');
    expect(began([pod({ runningMs: undefined }, { isReady: false })]).kind).toBe('none');
  });

  it('is the same for every pod that is changed so, from what the first had to what the last gets', () => {
    const former = followed([pod()]);
    const next = began([pod()], [{ container: 'app', from: memory(500), to: memory(110) }], former);
    expect(next).toMatchObject({ kind: 'joined', trial: { sinceMs: NOW } });
    expect(
      followed([pod()], [{ container: 'app', from: memory(500), to: memory(110) }], former),
    ).toMatchObject({
      containers: new Map([['app', { from: memory(512), to: memory(110), ranMs: 12 * HOUR }]]),
    });
  });

  it('is another once a pod lived well with it: that is kept, and compared with from then on', () => {
    const former = { ...followed([pod()]), sinceMs: NOW - 2 * HOUR };
    const lived = pod({ requests: memory(100) }, { changedMs: NOW - 2 * HOUR });
    const more = [{ container: 'app', from: memory(100), to: memory(60) }];
    expect(began([lived], more, former)).toMatchObject({
      kind: 'began',
      isFormerKept: true,
      trial: { containers: new Map([['app', { from: memory(100), to: memory(60), ranMs: 2 * HOUR }]]) },
    });
  });

  it.each<[string, string, number, Partial<SeenContainer>, Partial<SeenPod>]>([
    ['what another pod lived well with', 'began', 60, {}, {}],
    ['the same change of the next pod is one with it', 'joined', 100, {}, {}],
    ['no pod lived an hour with it', 'joined', 60, {}, { changedMs: NOW - HOUR / 2 }],
    [
      'that pod was killed with it',
      'joined',
      60,
      { killed: { startedMs: NOW - HOUR, finishedMs: NOW - 1 } },
      {},
    ],
    ['that pod is not ready', 'joined', 60, {}, { isReady: false }],
  ])('of a pod that was not changed yet goes back to %s', (_what, kind, bytes, container, more) => {
    const former = { ...followed([pod()]), sinceMs: NOW - 3 * HOUR };
    const proven = pod(
      { requests: memory(100), ...container },
      { name: 'web-1', changedMs: NOW - 3 * HOUR, ...more },
    );
    const next = [{ container: 'app', from: memory(512), to: memory(bytes) }];
    const found = began([pod(), proven], next, former);
    expect(found.kind).toBe(kind);
    expect(found).toMatchObject({
      trial: {
        containers: new Map([
          ['app', expect.objectContaining({ from: memory(kind === 'began' ? 100 : 512) })],
        ]),
      },
    });
  });

  it('is not compared with another program', () => {
    const former = followed([pod()]);
    expect(began([pod({}, { program: 'two' })], SHRINK, former)).toMatchObject({
      kind: 'began',
      isFormerKept: false,
      trial: { program: 'two' },
    });
  });

  it('counts the resources that move, each by itself', () => {
    const from = { cpu: cpuMillicores(100), memory: memoryBytes(512) };
    const to = { cpu: cpuMillicores(101), memory: memoryBytes(100) };
    expect(followed([pod()], [{ container: 'app', from, to }]).containers.get('app')).toMatchObject({
      from: memory(512),
      to: memory(100),
    });
  });

  it('marks the containers that get all the memory that there is, with the last pod too', () => {
    const change = { pod: pod(), pods: [pod()], changes: SHRINK };
    const first = changing(undefined, change, NOW);
    if (first.kind === 'none') throw new Error('nothing is followed');
    expect(first.trial.containers.get('app')).not.toHaveProperty('isAllThereIs');
    expect(changing(first.trial, { ...change, allThereIs: new Set(['app']) }, NOW)).toMatchObject({
      kind: 'joined',
      trial: { containers: new Map([['app', expect.objectContaining({ isAllThereIs: true })]]) },
    });
  });
});

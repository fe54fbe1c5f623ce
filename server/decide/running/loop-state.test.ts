import { describe, expect, it } from 'vitest';
import { NOW_MS, type PodOptions, pod, vpa } from '../../../tests/support/plan-input';
import type { Pod } from '../../objects/types';
import { compileVpa } from '../pods/compiled-vpa';
import { ADMITTED_ANNOTATION } from '../pods/pod-annotations';
import { LOOP_ANNOTATION, type LoopState, readLoop } from '../pods/replacements';
import { afterEviction, afterObserving, freshLoop } from './loop-state';

const RIGHT = { requests: { cpu: '200m', memory: '200Mi' } };
const recommended = compileVpa(vpa()).recommendation ?? new Map();
const settings = { nowMs: NOW_MS, tolerance: 0.1 };

function created(name: string, options: PodOptions, afterMs: number): Pod {
  const made = pod(name, options);
  made.metadata.creationTimestamp = new Date(NOW_MS + afterMs).toISOString();
  return made;
}

const admitted = (amount: number) => ({
  [ADMITTED_ANNOTATION]: JSON.stringify({ app: { cpu: amount, memory: amount * 2 ** 20 } }),
});

function observe(pods: Pod[], evictions = 1, judged: string[] = []) {
  let state: LoopState = { ...freshLoop('basis'), judged };
  for (let count = 0; count < evictions; count++) state = afterEviction(state, 'uid-web', NOW_MS);
  return afterObserving(state, pods, () => recommended, settings);
}

describe('the replacements of evicted pods', () => {
  it.each<[string, Pod[], object]>([
    ['nothing yet', [], { misses: 0, outstanding: [{}], isVerified: false }],
    [
      'a replacement with the target',
      [created('n', RIGHT, 1000)],
      { misses: 0, outstanding: [], isVerified: true },
    ],
    [
      'a replacement without it',
      [created('n', {}, 1000)],
      { misses: 1, outstanding: [], lastMissMs: NOW_MS },
    ],
    ['a pod there before', [created('n', {}, -5000)], { misses: 0, outstanding: [{}] }],
    [
      'a replacement that seems a second older, since the cluster tells its time by whole seconds',
      [created('n', RIGHT, -1000)],
      { misses: 0, outstanding: [], isVerified: true },
    ],
    ['a pod of another owner', [created('n', { owner: 'other' }, 1000)], { misses: 0, outstanding: [{}] }],
    [
      'a replacement patched for a target that has moved since',
      [created('n', { requests: { cpu: '300m', memory: '300Mi' }, annotations: { vpaUpdates: 'x' } }, 1000)],
      { misses: 0, isVerified: true },
    ],
    [
      'a replacement that kept what admission wrote, though the target has left it far behind',
      [
        created(
          'n',
          { requests: { cpu: '20m', memory: '20Mi' }, annotations: { vpaUpdates: 'x', ...admitted(20) } },
          1000,
        ),
      ],
      { misses: 0, isVerified: true },
    ],
    [
      'a replacement that somebody took back from what admission wrote',
      [
        created(
          'n',
          { requests: { cpu: '160m', memory: '160Mi' }, annotations: { vpaUpdates: 'x', ...admitted(300) } },
          1000,
        ),
      ],
      { misses: 1, firstMissMs: NOW_MS, isVerified: false },
    ],
    [
      'a replacement whose CPU is boosted',
      [
        created(
          'n',
          { requests: { cpu: '9', memory: '200Mi' }, annotations: { 'vpaCpuStartupBoost/app': '{}' } },
          1000,
        ),
      ],
      { misses: 0, isVerified: true },
    ],
  ])('%s', (_name, pods, expected) => {
    expect(observe(pods)).toMatchObject(expected);
  });

  it('are remembered once judged only while they could be counted twice', () => {
    const early = { ...freshLoop('basis'), judged: ['uid-early', 'uid-late'] };
    const later = afterEviction(early, 'uid-web', NOW_MS + 5000);
    const pods = [created('early', RIGHT, 1000), created('late', RIGHT, 6000)];
    const state = afterObserving(later, pods, () => recommended, settings);
    expect(state.judged).toEqual(['uid-late']);
    expect(afterObserving(state, pods, () => recommended, settings)).toBe(state);
  });

  it('count for one eviction each', () => {
    const pods = [created('n', {}, 1000), created('m', {}, 1000)];
    expect(observe(pods, 2)).toMatchObject({ misses: 2, outstanding: [] });
    expect(observe(pods, 1)).toMatchObject({ misses: 1, outstanding: [] });
    expect(observe(pods, 2, ['uid-n'])).toMatchObject({ misses: 1, outstanding: [{}] });
  });

  it('are forgiven a miss once one has the target', () => {
    const missed = { ...freshLoop('b'), misses: 1 };
    const state = afterEviction(missed, 'uid-web', NOW_MS);
    const after = afterObserving(state, [created('n', RIGHT, 1)], () => recommended, settings);
    expect(after).toMatchObject({ misses: 0, isVerified: true });
  });

  it.each<[string, PodOptions, number, number]>([
    ['with the target forgives misses', RIGHT, 1000, 0],
    ['without it does not', {}, 1000, 2],
    ['that was there before does not', RIGHT, -1000, 2],
  ])('do not include a pod that comes up by itself %s', (_name, options, afterMs, misses) => {
    const state = { ...freshLoop('b'), misses: 2, lastMissMs: NOW_MS };
    const pods = [created('n', options, afterMs)];
    expect(afterObserving(state, pods, () => recommended, settings).misses).toBe(misses);
  });

  it('are not waited for forever', () => {
    const state = afterEviction(freshLoop('b'), 'uid-web', NOW_MS);
    const later = { ...settings, nowMs: NOW_MS + 16 * 60_000 };
    expect(afterObserving(state, [], () => recommended, later).outstanding).toEqual([]);
  });

  it('are not waited for beyond the moment a clock that was an hour ahead is set right', () => {
    const state = {
      ...afterEviction(freshLoop('b'), 'uid-web', NOW_MS + 60 * 60_000),
      misses: 1,
      lastMissMs: NOW_MS + 60 * 60_000,
    };
    const seen = afterObserving(state, [], () => recommended, settings);
    expect(seen).toMatchObject({ outstanding: [], misses: 1 });
    const later = { ...settings, nowMs: NOW_MS + 2000 };
    const after = afterObserving(seen, [created('n', RIGHT, 1000)], () => recommended, later);
    expect(after).toMatchObject({ misses: 0, isVerified: true });
  });

  it('are waited for by a process whose clock is a little behind', () => {
    const state = afterEviction(freshLoop('b'), 'uid-web', NOW_MS + 5000);
    expect(afterObserving(state, [], () => recommended, settings)).toBe(state);
  });

  it.each([
    [
      'is kept beside the VPA',
      JSON.stringify(afterEviction(freshLoop('b'), 'o', 5)),
      afterEviction(freshLoop('b'), 'o', 5),
    ],
    ['is nothing when it is not ours', '"x"', undefined],
    ['is nothing when it cannot be read', '{', undefined],
  ])('%s', (_name, text, expected) => {
    const object = vpa();
    object.metadata.annotations = { [LOOP_ANNOTATION]: text };
    expect(readLoop(object)).toEqual(expected);
  });
});

describe('what evicted pods requested', () => {
  const app = (cpu: number) => ({ app: { cpu, memory: 100 } });
  const evicted = (...cpus: number[]) =>
    cpus.reduce(
      (state, cpu, index) => afterEviction(state, 'uid-web', NOW_MS + index, { requests: app(cpu) }),
      freshLoop('b'),
    ).replaced;

  it('is noted once for pods that requested about the same, since the first of them', () => {
    expect(evicted(100, 105, 97)).toEqual([{ atMs: NOW_MS, requests: app(100) }]);
    expect(evicted(100, 150)).toEqual([
      { atMs: NOW_MS, requests: app(100) },
      { atMs: NOW_MS + 1, requests: app(150) },
    ]);
  });

  it('is noted again for a successor, with when it was resized', () => {
    const first = afterEviction(freshLoop('b'), 'uid-web', NOW_MS, { requests: app(100) });
    const again = (createdMs: number) =>
      afterEviction(first, 'uid-web', NOW_MS + 9000, { requests: app(100), createdMs, changesMs: [5] })
        .replaced;
    expect(again(NOW_MS - 1000)).toHaveLength(1);
    expect(again(NOW_MS + 1000)).toEqual([
      { atMs: NOW_MS, requests: app(100) },
      { atMs: NOW_MS + 9000, requests: app(100), changesMs: [5] },
    ]);
  });

  it('is kept of the last few changes', () => {
    expect(evicted(1, 2, 3, 4, 5, 6, 7, 8).map(({ requests }) => requests.app?.cpu)).toEqual([
      3, 4, 5, 6, 7, 8,
    ]);
  });

  it('is nothing if somebody else wrote it', () => {
    const object = vpa();
    const state = { ...freshLoop('b'), replaced: [7, { atMs: 1 }, { atMs: 1, requests: { app: 7 } }] };
    object.metadata.annotations = { [LOOP_ANNOTATION]: JSON.stringify(state) };
    expect(readLoop(object)?.replaced).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  decisions,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import type { Strain } from '../../model/pressure';
import type { SharesOfTime } from '../../model/throttling';
import { memoryBytes } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { reasonText } from '../../words/reasons';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

const measured = (share: number, agoMs = 5 * MINUTE_MS): SharesOfTime => ({
  sinceMs: NOW_MS - agoMs,
  shares: new Map([['a', new Map([['app', share]])]]),
  highest: share,
});

/** An old pod far above its target of 200m and 200Mi. */
const ample = (more: PodOptions = {}) =>
  pod('a', { requests: { cpu: '900m', memory: '900Mi' }, ageMs: 4 * DAY_MS, ...more });
const inPlace = vpa({ updatePolicy: { updateMode: 'InPlace' } });
const others = (name: string) => pod(name, { requests: { cpu: '200m', memory: '200Mi' } });

const work = (strain: Strain | undefined, one = ample(), object = inPlace) =>
  workload([reporting(one), others('b')], object, { ...(strain && { strain }) });
const told = (...given: Parameters<typeof work>) => decisions(work(...given))[0];
const changes = (...given: Parameters<typeof work>) => planned(work(...given))[0]?.changes[0];

/** With what kubelets that resize report. */
function reporting(one: ReturnType<typeof pod>): ReturnType<typeof pod> {
  const containerStatuses = one.status?.containerStatuses?.map((status) => ({
    ...status,
    resources: one.spec.containers[0]?.resources ?? {},
  }));
  return { ...one, status: { ...one.status, containerStatuses } };
}

describe('a request whose container has too little', () => {
  it('is not lowered, while the others of the pod are', () => {
    expect(changes(undefined)?.to).toEqual({ cpu: 200, memory: 200 * 2 ** 20 });
    expect(changes({ memory: measured(0.2) })?.to).toEqual({ cpu: 200 });
    expect(changes({ cpu: measured(0.2) })?.to).toEqual({ memory: 200 * 2 ** 20 });
    expect(changes({ throttled: measured(0.2) })?.to).toEqual({ memory: 200 * 2 ** 20 });
  });

  it('leaves nothing to do if all have too little, and says why', () => {
    const strain = { memory: measured(0.2), cpu: measured(0.35), throttled: measured(0.01) };
    expect(told(strain)).toBe('wait: under-strain under-strain');
    const [first] = planned(work(strain));
    expect(first?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'A container is short already, so its requests are not lowered: app waits for CPU that its neighbours on the node take, below any limit of its own, 35 % of the time; its CPU stays at 900m, the target is 200m.',
      'A container is short already, so its requests are not lowered: app waits for memory to be reclaimed 20 % of the time; its memory stays at 900 MiB, the target is 200 MiB.',
    ]);
  });

  it.each<[string, Strain, PodOptions, string]>([
    ['at its limit', { throttled: measured(0.3), cpu: measured(0.3) }, {}, 'is held back at its CPU limit'],
    ['for its neighbours without a limit', { cpu: measured(0.3) }, {}, 'its neighbours'],
    [
      'at a limit that nothing is known of',
      { cpu: measured(0.3) },
      { limits: { cpu: '2' } },
      'app waits for CPU 30 %',
    ],
  ])('says whether it waits %s', (_what, strain, options, words) => {
    const [plan] = planned(work(strain, ample({ requests: { cpu: '900m', memory: '200Mi' }, ...options })));
    expect(reasonText(plan?.reasons[0] ?? { code: 'pod-terminating' }, NOW_MS)).toContain(words);
  });

  it.each<[string, Strain, PodOptions?]>([
    ['less than a tenth of the time', { cpu: measured(0.09), memory: measured(0.09) }],
    ['for a part of the time before its pod started', { cpu: measured(0.5) }, { ageMs: MINUTE_MS }],
    ['in another pod', { cpu: { ...measured(0), shares: new Map([['b', new Map([['app', 0.9]])]]) } }],
  ])('is lowered like any other if it waits %s', (_what, strain, options) => {
    expect(changes(strain, ample(options))?.to).toMatchObject({ cpu: 200, memory: 200 * 2 ** 20 });
  });

  it('is raised all the same', () => {
    const small = ample({ requests: { cpu: '100m', memory: '900Mi' } });
    expect(changes({ cpu: measured(0.5), memory: measured(0.5) }, small)?.to).toEqual({ cpu: 200 });
  });

  it('keeps its pod from an eviction, which would lower it, unless the pod burns', () => {
    const object = vpa();
    const both = ample({ requests: { cpu: '100m', memory: '900Mi' } });
    expect(told(undefined, both, object)).toMatch(/^evict: /);
    expect(told({ memory: measured(0.2) }, both, object)).toMatch(/^wait: .*under-strain$/);
    const burning = ample({
      requests: { cpu: '900m', memory: '100Mi' },
      ageMs: DAY_MS,
      killedAfterMs: MINUTE_MS,
    });
    expect(told({ cpu: measured(0.2) }, burning, object)).toMatch(/^evict: /);
    // The new pod gets all of it.
    expect(changes({ cpu: measured(0.2) }, burning, object)?.to).toEqual({ cpu: 200, memory: 200 * 2 ** 20 });
  });
});

describe('a memory limit in use', () => {
  const limited = (limits = { memory: '900Mi' }) =>
    reporting(ample({ requests: { cpu: '200m', memory: '900Mi' }, limits }));
  const using = (mebibytes: number | undefined) =>
    workload([limited(), others('b')], inPlace, {
      usedMemory: () => (mebibytes === undefined ? undefined : mebibytes * 2 ** 20),
    });
  const decided = (mebibytes: number | undefined) => decisions(using(mebibytes))[0];

  it('is lowered only with a tenth of it left above what is used now', () => {
    expect(decided(undefined)).toMatch(/^resize: /);
    expect(decided(180)).toMatch(/^resize: /);
    expect(decided(181)).toBe('wait: memory-in-use');
    const [plan] = planned(using(190));
    expect(plan?.notBeforeMs).toBe(NOW_MS + 5 * MINUTE_MS);
    expect(plan?.reasons.map((reason) => reasonText(reason, NOW_MS))).toEqual([
      'A container uses the memory that a lower limit would take from it, so the limit stays for now: app uses 190 MiB now; its limit stays at 900 MiB, and would become 200 MiB.',
    ]);
  });

  it('counts what its peers use where a pod is made anew', () => {
    const peersUse = (workload: string) =>
      workload.endsWith('/web') ? new Map([['app', { memory: memoryBytes(600 * 2 ** 20) }]]) : undefined;
    const with600 = (object: VerticalPodAutoscaler) =>
      planned(workload([limited(), others('b')], object, { usedMemory: () => 100 * 2 ** 20, peersUse }))[0];
    const [reason] = with600(vpa())?.reasons.filter(({ code }) => code === 'memory-in-use') ?? [];
    expect(reason && reasonText(reason, NOW_MS)).toContain('app uses 600 MiB now in a pod beside it');
    expect(with600(vpa())?.decision).toBe('wait');
    expect(with600(inPlace)?.decision).toBe('resize');
  });

  it('is no matter where limits stay, or where there is none', () => {
    const containerPolicies = [{ containerName: '*', controlledValues: 'RequestsOnly' as const }];
    const requestsOnly = vpa({
      updatePolicy: { updateMode: 'InPlace' },
      resourcePolicy: { containerPolicies },
    });
    const used = { usedMemory: () => 800 * 2 ** 20 };
    expect(decisions(workload([limited(), others('b')], requestsOnly, used))[0]).toMatch(/^resize: /);
    const free = reporting(ample({ requests: { cpu: '200m', memory: '900Mi' } }));
    expect(decisions(workload([free, others('b')], inPlace, used))[0]).toMatch(/^resize: /);
  });
});

describe('a running pod of which nothing was measured yet', () => {
  const large = () => ample({ requests: { cpu: '900m', memory: '900Mi' } });
  const seen = (isSampled: boolean | undefined, of = large(), object = vpa()) =>
    planned(workload([of, others('b')], object, { isSampled: () => isSampled }))[0];

  it('loses nothing until something is', () => {
    expect(seen(true)?.decision).toBe('evict');
    expect(seen(undefined)?.decision).toBe('evict');
    const held = seen(false);
    expect(held?.decision).toBe('wait');
    expect(held?.reasons.map(({ code }) => code)).toContain('not-measured-yet');
    const text = held?.reasons.map((reason) => reasonText(reason, NOW_MS)).join();
    expect(text).toContain(
      'nothing was measured of app yet; its memory stays at 900 MiB, the target is 200 MiB',
    );
    expect(seen(false, large(), inPlace)?.decision).toBe('wait');
  });

  it('gets more at once, and one that waits to start may ask for less', () => {
    const small = ample({ requests: { cpu: '100m', memory: '100Mi' } });
    expect(seen(false, small)?.decision).toBe('evict');
    const waiting = large();
    waiting.status = { ...waiting.status, phase: 'Pending' };
    expect(seen(false, waiting)?.reasons.map(({ code }) => code)).not.toContain('not-measured-yet');
  });
});

describe('a container that waits for memory between its request and its limit', () => {
  const MIB = 2 ** 20;
  const small = (memory: string, used: number, share = 0.2) =>
    planned(
      workload(
        [
          reporting(
            pod('a', { requests: { cpu: '200m', memory }, limits: { memory: '400Mi' }, ageMs: 4 * DAY_MS }),
          ),
          others('b'),
        ],
        vpa({ updatePolicy: { updateMode: 'InPlace' }, lowerBound: { cpu: '50m', memory: '50Mi' } }),
        { strain: { memory: measured(share) }, usedMemory: () => used * MIB },
      ),
    )
      .find(({ name }) => name === 'a')
      ?.reasons.map(({ code }) => code);

  it('is reason to raise its request, and is told where the target is no higher', () => {
    expect(small('100Mi', 150)).toContain('stalled-below-target');
    expect(small('195Mi', 250)).toContain('stalled-below-limit');
  });

  it.each([
    ['it uses no more than it requests', 90, 0.2],
    ['it is at its limit', 400, 0.2],
    ['it hardly waits', 150, 0.05],
  ])('is none where %s', (_why, used, share) => {
    expect(small('100Mi', used, share)?.filter((code) => code.startsWith('stalled'))).toEqual([]);
  });
});

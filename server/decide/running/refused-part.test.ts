import { describe, expect, it } from 'vitest';
import { type input, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import type { Pod, ResourceList } from '../../objects/types';
import type { NodeTraits } from '../places/node-traits';

const SWAP = 'In-place resize of containers with swap is not supported.';
const STATIC_CPU = 'Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"';
const STATIC_MEMORY = 'Resize is infeasible for Guaranteed Pods alongside Memory Manager policy "Static"';

interface Stated {
  requests: ResourceList;
  limits?: ResourceList;
}

/** A pod that states one thing, was granted another, and was told that this can never be. */
function refused(message: string, stated: Stated, granted: Stated, name = 'a'): Pod {
  const one = pod(name, stated);
  const since = new Date(Date.parse('2026-08-01T11:00:00Z')).toISOString();
  const pending = {
    type: 'PodResizePending',
    status: 'True' as const,
    reason: 'Infeasible',
    message,
    lastTransitionTime: since,
  };
  return {
    ...one,
    status: {
      ...one.status,
      conditions: [...(one.status?.conditions ?? []), pending],
      containerStatuses: one.status?.containerStatuses?.map((status) => ({
        ...status,
        allocatedResources: granted.requests,
        resources: granted,
      })),
    },
  };
}

const SMALL = { cpu: '100m', memory: '100Mi' };
const TARGET = { cpu: '200m', memory: '200Mi' };

function plan(one: Pod, more: Parameters<typeof input>[1] & { target?: ResourceList } = {}) {
  const updatePolicy = { updateMode: 'InPlaceOrRecreate' as const };
  const { target = TARGET, ...rest } = more;
  const object = vpa({
    updatePolicy,
    target,
    lowerBound: { cpu: '150m', memory: '150Mi' },
    upperBound: { cpu: '2', memory: '2Gi' },
  });
  const [found] = planned(workload([one, pod('z', { requests: TARGET })], object), rest).filter(
    ({ name }) => name === 'a',
  );
  return { ...found, codes: found?.reasons.map(({ code }) => code).join(' ') };
}

const bytes = (mib: number) => mib * 2 ** 20;

describe('a part of a resize that the kubelet of a node never does', () => {
  it('goes back, so that CPU beside a memory request of a pod with swap passes', () => {
    const found = plan(refused(SWAP, { requests: TARGET }, { requests: SMALL }));
    expect(found.decision).toBe('resize');
    expect(found.codes).toBe('resize-part-refused');
    expect(found.changes).toEqual([
      { container: 'app', from: { cpu: 200, memory: bytes(200) }, to: { memory: bytes(100) }, limits: {} },
    ]);
  });

  it('is waited for where nothing else is asked, and nobody is evicted for it', () => {
    const found = plan(refused(SWAP, { requests: TARGET }, { requests: { cpu: '200m', memory: '100Mi' } }));
    expect([found.decision, found.codes]).toEqual(['wait', 'resize-part-refused']);
  });

  it('goes back when anything else is due, and is not asked for again with that', () => {
    const found = plan(refused(SWAP, { requests: TARGET }, { requests: { cpu: '200m', memory: '100Mi' } }), {
      target: { cpu: '900m', memory: '300Mi' },
    });
    expect(found.decision).toBe('wait');
    const below = plan(
      refused(
        SWAP,
        { requests: { cpu: '100m', memory: '200Mi' } },
        { requests: { cpu: '100m', memory: '100Mi' } },
      ),
    );
    expect(below.decision).toBe('resize');
    expect(below.changes?.[0]?.to).toEqual({ cpu: 200, memory: bytes(100) });
  });

  it('leaves a memory limit that would be below the request that stays', () => {
    const found = plan(
      refused(
        SWAP,
        { requests: { cpu: '200m', memory: '200Mi' }, limits: { memory: '300Mi' } },
        { requests: { cpu: '100m', memory: '500Mi' }, limits: { memory: '750Mi' } },
      ),
    );
    expect(found.decision).toBe('resize');
    expect(found.changes?.[0]).toMatchObject({
      to: { memory: bytes(500) },
      limits: { memory: bytes(750) },
    });
  });

  it('a memory limit alone passes with swap', () => {
    const found = plan(
      refused(
        SWAP,
        { requests: { cpu: '200m', memory: '200Mi' }, limits: { memory: '300Mi' } },
        { requests: { cpu: '200m', memory: '100Mi' }, limits: { memory: '200Mi' } },
      ),
    );
    expect(found.decision).toBe('resize');
    expect(found.changes?.[0]).toMatchObject({ to: { memory: bytes(100) }, limits: {} });
  });

  it.each([
    ['rises no further than what is recommended', '100Mi', '150Mi', '300Mi', 200],
    ['stays where that lies below it', '100Mi', '400Mi', '800Mi', undefined],
    ['does not fall', '400Mi', '800Mi', '400Mi', undefined],
  ])('a limit in proportion to a request that stays %s', (_what, memory, limit, asked, rises) => {
    const granted = { requests: { cpu: '200m', memory }, limits: { memory: limit } };
    const found = plan(
      refused(SWAP, { requests: { cpu: '200m', memory: '200Mi' }, limits: { memory: asked } }, granted),
    );
    if (rises === undefined) expect([found.decision, found.codes]).toEqual(['wait', 'resize-part-refused']);
    else expect(found.changes?.[0]?.limits).toEqual({ memory: bytes(rises) });
  });

  it('moves no limit again and again, though the request is tried again and again', () => {
    const requests = { cpu: '200m', memory: '100Mi' };
    let limit = bytes(150);
    const seen: number[] = [];
    for (let round = 0; round < 5; round++) {
      const granted = { requests, limits: { memory: String(limit) } };
      const asks = plan(pod('a', granted));
      const [change] = asks.decision === 'resize' ? (asks.changes ?? []) : [];
      const stated = {
        requests: { ...requests, memory: String(change?.to.memory ?? bytes(100)) },
        limits: { memory: String(change?.limits.memory ?? limit) },
      };
      const goesBack = plan(refused(SWAP, stated, granted));
      if (goesBack.decision === 'resize')
        limit = goesBack.changes?.[0]?.limits.memory ?? Number(stated.limits.memory);
      seen.push(limit);
    }
    expect(seen).toEqual(Array.from({ length: 5 }, () => bytes(200)));
  });

  it.each([
    [STATIC_CPU, { cpu: 100 }],
    [STATIC_MEMORY, { memory: bytes(100) }],
  ])('goes back with its limit for a Guaranteed pod: %s', (message, back) => {
    const stated = { requests: TARGET, limits: TARGET };
    const found = plan(refused(message, stated, { requests: SMALL, limits: SMALL }));
    expect(found.decision).toBe('resize');
    expect(found.changes?.[0]).toMatchObject({ to: back, limits: back });
    expect(Object.keys(found.changes?.[0]?.to ?? {})).toEqual(Object.keys(back));
  });

  it('evicts only where the pod may use a node of another kind', () => {
    const one = refused(SWAP, { requests: TARGET }, { requests: SMALL });
    expect(plan(one, { mayUseOtherKind: () => false }).decision).toBe('resize');
    expect(plan(one, { mayUseOtherKind: () => true })).toMatchObject({
      decision: 'evict',
      codes: 'resize-infeasible',
    });
  });

  it('evicts as the reference does under its settings', () => {
    const one = refused(SWAP, { requests: TARGET }, { requests: SMALL });
    expect(plan(one, { settings: { resourcesApart: false } }).decision).toBe('evict');
  });

  it('is asked for first: a node that merely has swap may do it', () => {
    const traits = {
      isOfLinux: true,
      swaps: true,
      features: [],
      labels: {},
      pressures: [],
      kubeletMinor: 37,
    };
    const found = plan(pod('a'), { traitsOf: () => traits });
    expect(found.decision).toBe('resize');
    expect(found.changes?.[0]?.to).toEqual({ cpu: 200, memory: bytes(200) });
  });

  it('is unknown where the kubelet says nothing of what it granted', () => {
    const one = refused(SWAP, { requests: TARGET }, { requests: SMALL });
    const silent = { ...one, status: { ...one.status, containerStatuses: [] } };
    expect(plan(silent).decision).toBe('wait');
  });
});

describe('a memory limit that the kubelet of a node does not lower', () => {
  const OLD: NodeTraits = {
    isOfLinux: true,
    swaps: false,
    features: [],
    labels: {},
    pressures: [],
    kubeletMinor: 33,
  };
  const LARGE = { requests: { cpu: '900m', memory: '900Mi' }, limits: { cpu: '1800m', memory: '1800Mi' } };
  const inPlace = (stated: typeof LARGE) => {
    const object = vpa({
      updatePolicy: { updateMode: 'InPlace' },
      target: TARGET,
      lowerBound: { cpu: '150m', memory: '150Mi' },
      upperBound: { cpu: '300m', memory: '300Mi' },
    });
    const [found] = planned(workload([pod('a', stated), pod('z', { requests: TARGET })], object), {
      traitsOf: () => OLD,
    }).filter(({ name }) => name === 'a');
    return { ...found, codes: found?.reasons.map(({ code }) => code).join(' ') };
  };

  it('stays in mode InPlace, and the CPU beside it goes', () => {
    const found = inPlace(LARGE);
    expect([found.decision, found.codes]).toEqual([
      'resize',
      'outside-bounds outside-bounds memory-limit-stays',
    ]);
    expect(found.changes).toMatchObject([{ to: { cpu: 200 }, limits: { cpu: 400 } }]);
    expect(found.changes?.[0]?.to).not.toHaveProperty('memory');
  });

  it('is waited for once nothing else is due', () => {
    const found = inPlace({
      requests: { cpu: '200m', memory: '900Mi' },
      limits: { cpu: '400m', memory: '1800Mi' },
    });
    expect([found.decision, found.codes]).toEqual(['wait', 'outside-bounds memory-limit-stays']);
  });
});

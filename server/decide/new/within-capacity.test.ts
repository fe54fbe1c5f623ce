import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vpa } from '@/tests/support/plan-input';
import { runs } from '@/tests/support/property-runs';
import type { Container, Pod } from '../../objects/types';
import { needWith } from '../places/need-with';
import { fits, type PodDemand, podNeed } from '../places/pod-need';
import { compileVpa } from '../pods/compiled-vpa';
import type { ContainerPlan } from '../pods/container-plan';
import { NO_LIMITS } from '../pods/limit-bounds';
import { decideNewPod, type NewPodGrounds } from './new-pod';

const MIB = 2 ** 20;

const podOf = (containers: Container[]): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { containers },
});
const container = (name: string, cpu: number, memory: number): Container => ({
  name,
  image: 'app:1',
  resources: {
    requests: { cpu: `${cpu}m`, memory: `${memory}Mi` },
    limits: { cpu: `${2 * cpu}m`, memory: `${2 * memory}Mi` },
  },
});
const freeCapacity = (cpu: number, mib: number): PodDemand => ({ cpu, memory: mib * MIB });

const onOne = (capacities: readonly PodDemand[], pods = 1) => ({ capacities, pods });

function decided(pod: Pod, target: Record<string, string>, more: Partial<NewPodGrounds>) {
  const compiled = compileVpa(vpa({ updatePolicy: { updateMode: 'Recreate' }, target }));
  return decideNewPod(pod, {
    vpa: compiled,
    recommended: compiled.recommendation,
    hpas: [],
    limits: NO_LIMITS,
    options: { startupBoost: true },
    ...more,
  }).decision;
}

function plansOf(capacities: readonly PodDemand[] | undefined, stated = container('app', 100, 100)) {
  const decision = decided(
    podOf([stated]),
    { cpu: '1', memory: '1000Mi' },
    { capacityNow: () => capacities && onOne(capacities) },
  );
  return decision.kind === 'patched' ? decision.plans : decision.reason;
}

const cpuIn = (plans: unknown) => (plans as ContainerPlan[])[0]?.requests.cpu;

describe('a new pod for which no node has the room it is to request', () => {
  it.each([
    ['nobody knows the room', undefined],
    ['a node has it', [freeCapacity(500, 500), freeCapacity(1000, 1000)]],
    ['it fits nowhere as stated either', [freeCapacity(50, 2000), freeCapacity(2000, 50)]],
    ['no node takes pods', []],
  ])('gets its target if %s', (_name, capacities) => {
    expect(plansOf(capacities)).toMatchObject([{ requests: { cpu: 1000, memory: 1000 * MIB }, notes: [] }]);
  });

  it('gets of what is short the part that the best node has, and says so', () => {
    const notes = [{ resource: 'cpu', reason: 'room-now' }];
    const plans = plansOf([freeCapacity(400, 2000), freeCapacity(2000, 120)]);
    expect(plans).toMatchObject([{ requests: { memory: 1000 * MIB }, notes }]);
    expect(cpuIn(plans)).toBeCloseTo(400, -1);
  });

  it('shares what there is among its containers, each above what it states', () => {
    const pod = podOf([container('app', 100, 100), container('log', 300, 100)]);
    const decision = decided(
      pod,
      { cpu: '1', memory: '100Mi' },
      { capacityNow: () => onOne([freeCapacity(1000, 2000)]) },
    );
    expect(cpuIn(decision.kind === 'patched' && decision.plans)).toBeCloseTo(700, -1);
  });

  it('has no startup boost then, and its target if that is enough', () => {
    const boosted = compileVpa({
      ...vpa({ updatePolicy: { updateMode: 'Recreate' }, target: { cpu: '200m', memory: '200Mi' } }),
    });
    const grounds = {
      vpa: { ...boosted, startupBoost: { cpu: { type: 'Factor' as const, factor: 10 } }, boosts: true },
    };
    const decision = decided(
      podOf([container('app', 100, 100)]),
      {},
      {
        ...grounds,
        recommended: boosted.recommendation,
        capacityNow: () => onOne([freeCapacity(500, 500)]),
      },
    );
    expect(decision).toMatchObject({
      kind: 'patched',
      plans: [{ boosted: false, requests: { cpu: 200 } }],
      boostWithheld: 'no node has room for it now',
    });
  });

  it('has no startup boost then where nothing is recommended yet either', () => {
    const young = compileVpa(vpa({ updatePolicy: { updateMode: 'Recreate' } }));
    const decision = decided(
      podOf([container('app', 100, 100)]),
      {},
      {
        vpa: { ...young, startupBoost: { cpu: { type: 'Factor' as const, factor: 10 } }, boosts: true },
        recommended: undefined,
        capacityNow: () => onOne([freeCapacity(500, 500)]),
      },
    );
    expect(decision).toMatchObject({
      kind: 'patched',
      plans: [],
      boostWithheld: 'no node has room for it now',
    });
  });

  it('is not made to wait by its startup boost in mode Off either', () => {
    const off = compileVpa(
      vpa({ updatePolicy: { updateMode: 'Off' }, target: { cpu: '200m', memory: '200Mi' } }),
    );
    const boosted = {
      vpa: { ...off, startupBoost: { cpu: { type: 'Factor' as const, factor: 10 } }, boosts: true },
      recommended: off.recommendation,
    };
    const pod = podOf([container('app', 100, 100)]);
    const roomFor = (millicores: number) => () => onOne([freeCapacity(millicores, 500)]);
    expect(decided(pod, {}, { ...boosted, capacityNow: roomFor(500) })).toMatchObject({
      kind: 'unchanged',
      reason: 'mode-off',
      detail: 'its startup boost is left out: no node has room for it now',
    });
    expect(decided(pod, {}, { ...boosted, capacityNow: roomFor(5000) })).toMatchObject({
      kind: 'patched',
      plans: [{ boosted: true }],
    });
  });

  it('stays as stated where less of the recommendation is not to be had', () => {
    const vpaOf = vpa({
      updatePolicy: { updateMode: 'Recreate' },
      target: { cpu: '1', memory: '1000Mi' },
      resourcePolicy: { containerPolicies: [{ containerName: '*', minAllowed: { cpu: '900m' } }] },
    });
    const compiled = compileVpa(vpaOf);
    const decision = decided(
      podOf([container('app', 100, 100)]),
      {},
      {
        vpa: compiled,
        recommended: compiled.recommendation,
        capacityNow: () => onOne([freeCapacity(500, 2000)]),
      },
    );
    expect(decision).toMatchObject({ kind: 'patched', plans: [] });
  });

  it('leaves as much to each of its siblings, and nothing for them that fits nowhere as stated', () => {
    const cpuWith = (capacities: PodDemand[], pods: number) => {
      const decision = decided(
        podOf([container('app', 100, 100)]),
        { cpu: '1', memory: '100Mi' },
        { capacityNow: () => onOne(capacities, pods) },
      );
      return cpuIn(decision.kind === 'patched' && decision.plans);
    };
    expect(cpuWith([freeCapacity(2000, 2000)], 2)).toBe(1000);
    expect(cpuWith([freeCapacity(2000, 2000)], 4)).toBeCloseTo(500, -1);
    expect(cpuWith([freeCapacity(1500, 2000), freeCapacity(900, 2000)], 3)).toBeCloseTo(750, -1);
    expect(cpuWith([freeCapacity(1000, 100)], 5)).toBe(1000);
    // Hardly more than it states is no help.
    expect(cpuWith([freeCapacity(400, 2000)], 4)).toBeUndefined();
  });

  it('never waits for what it was given, if it fits as stated', () => {
    const amount = fc.integer({ min: 1, max: 4000 });
    const capacities = fc.array(fc.record({ cpu: amount, memory: amount.map((mib) => mib * MIB) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(amount, amount, amount, amount, capacities, (cpu, mib, toCpu, toMib, all) => {
        const pod = podOf([container('app', cpu, mib)]);
        const decision = decided(
          pod,
          { cpu: `${toCpu}m`, memory: `${toMib}Mi` },
          { capacityNow: () => onOne(all) },
        );
        if (!all.some((one) => fits(podNeed(pod), one)) || decision.kind !== 'patched') return;
        const need = needWith(pod, (name) => decision.plans.find((plan) => plan.name === name)?.requests);
        expect(all.some((one) => fits(need, one))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Container, PodSpec } from '../../objects/types';
import { startupNeedWords } from '../../words/startup-need';
import { podSum } from './pod-sum';
import { startupNeeds, unfreed } from './startup-need';

const asks = (name: string, cpu: number, isSidecar = false): Container => ({
  name,
  resources: { requests: { cpu: `${cpu}m` } },
  ...(isSidecar && { restartPolicy: 'Always' }),
});

const ledger: PodSpec = {
  initContainers: [asks('migrate', 2000), asks('proxy', 100, true)],
  containers: [asks('app', 1000)],
};
const planned = (targets: Record<string, number>) => (name: string, _field: unknown, resource: string) =>
  resource === 'cpu' ? targets[name] : undefined;

describe('an init container that requests more than all that runs later', () => {
  it('decides, and is told with the amount at which it would not', () => {
    expect(startupNeeds(ledger, planned({ app: 120, proxy: 60 }))).toEqual([
      {
        container: 'migrate',
        resource: 'cpu',
        request: 2000,
        starting: 2000,
        running: 180,
        most: 180,
        frees: 1820,
      },
    ]);
  });

  it('counts with the sidecars before it', () => {
    const spec = { ...ledger, initContainers: [asks('proxy', 100, true), asks('migrate', 2000)] };
    expect(startupNeeds(spec, planned({ app: 120, proxy: 60 }))).toMatchObject([
      { starting: 2060, running: 180, most: 120, frees: 1880 },
    ]);
  });

  it('frees no more than the next of its kind allows', () => {
    const spec = { ...ledger, initContainers: [asks('migrate', 2000), asks('seed', 1500)] };
    expect(startupNeeds(spec, planned({ app: 120 }))).toMatchObject([
      { container: 'migrate', most: 1500, frees: 500 },
    ]);
  });

  it.each<[string, PodSpec]>([
    ['it requests less', { ...ledger, initContainers: [asks('migrate', 1000)] }],
    ['the pod states its own requests', { ...ledger, resources: { requests: { cpu: '3' } } }],
    ['there is none', { containers: [asks('app', 1000)] }],
  ])('is not told where %s', (_why, spec) => {
    expect(startupNeeds(spec)).toEqual([]);
  });

  it('is what the amount says, whatever the pod', () => {
    const container = fc.record({ cpu: fc.integer({ min: 0, max: 90 }), isSidecar: fc.boolean() });
    fc.assert(
      fc.property(fc.array(container, { maxLength: 5 }), fc.nat(60), fc.nat(60), (init, own, target) => {
        const spec = {
          initContainers: init.map(({ cpu, isSidecar }, index) => asks(`init-${index}`, cpu, isSidecar)),
          containers: [asks('app', own)],
        };
        const plan = planned({ app: target });
        for (const { container, most, frees } of startupNeeds(spec, plan)) {
          const lower = planned({ app: target, [container]: most });
          const before = podSum(spec, 'requests', 'cpu', plan);
          expect(before - podSum(spec, 'requests', 'cpu', lower)).toBe(frees);
        }
      }),
    );
  });

  it('is told in words', () => {
    const [need] = startupNeeds(ledger, planned({ app: 120, proxy: 60 }));
    expect(need && startupNeedWords(need)).toBe(
      'Init container migrate requests 2 cores of CPU, and with their recommendations all that runs later would request 180m. The scheduler counts the larger, so lowering the others further frees nothing. With at most 180m for migrate, each pod would count 1.82 cores less.',
    );
  });
});

describe('what lowering containers does not free', () => {
  it.each<[string, Partial<PodSpec>, number]>([
    ['nothing without an init container', { initContainers: [asks('proxy', 100, true)] }, 0],
    ['all that an init container requests as well', {}, 920],
    [
      'the part below an init container',
      { initContainers: [asks('migrate', 600), asks('proxy', 100, true)] },
      420,
    ],
    ['all of a pod that states its own requests', { resources: { requests: { cpu: '3' } } }, 920],
  ])('%s', (_what, more, cpu) => {
    expect(unfreed({ ...ledger, ...more }, planned({ app: 120, proxy: 60 }))).toEqual({ cpu, memory: 0 });
  });

  it('is nothing where they grow', () => {
    expect(unfreed(ledger, planned({ app: 1200 }))).toEqual({ cpu: 0, memory: 0 });
  });
});

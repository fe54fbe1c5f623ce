import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Container, PodSpec } from '../../objects/types';
import { phaseSums, podSum } from './pod-sum';

const asks = (name: string, cpu: number, isSidecar = false): Container => ({
  name,
  resources: { requests: { cpu: `${cpu}m` } },
  ...(isSidecar && { restartPolicy: 'Always' }),
});

describe('what a pod counts for', () => {
  it.each<[string, Partial<PodSpec>, number]>([
    ['its containers', {}, 300],
    ['its sidecars too', { initContainers: [asks('proxy', 50, true)] }, 350],
    ['an init container that needs more', { initContainers: [asks('setup', 400)] }, 400],
    ['not one that needs less', { initContainers: [asks('setup', 200)] }, 300],
    [
      'an init container beside the sidecars declared before it',
      { initContainers: [asks('proxy', 50, true), asks('setup', 400), asks('late', 70, true)] },
      450,
    ],
    [
      'an init container without the sidecar declared after it',
      { initContainers: [asks('setup', 400), asks('proxy', 50, true)] },
      400,
    ],
    ['its overhead on top', { overhead: { cpu: '10m' } }, 310],
    [
      'its own amount, whatever its containers request',
      { resources: { requests: { cpu: '1' } }, overhead: { cpu: '10m' } },
      1010,
    ],
  ])('%s', (_what, more, sum) => {
    const spec = { containers: [asks('app', 100), asks('other', 200)], ...more };
    expect(podSum(spec, 'requests', 'cpu')).toBe(sum);
  });

  it('has its overhead in limits too, unless there are none', () => {
    const limited: Container = { name: 'app', resources: { limits: { cpu: '300m' } } };
    expect(podSum({ containers: [limited], overhead: { cpu: '10m' } }, 'limits', 'cpu')).toBe(310);
    expect(podSum({ containers: [asks('app', 100)], overhead: { cpu: '10m' } }, 'limits', 'cpu')).toBe(0);
  });

  it('is what it would be once containers state what is planned', () => {
    const spec = { containers: [asks('app', 100)], initContainers: [asks('proxy', 50, true)] };
    const planned = (name: string) => (name === 'proxy' ? 80 : undefined);
    expect(podSum(spec, 'requests', 'cpu', planned)).toBe(180);
  });

  it('is the largest of what it needs at any time while it starts and runs', () => {
    const container = fc.record({ cpu: fc.integer({ min: 0, max: 50 }), isSidecar: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(container, { maxLength: 6 }),
        fc.array(fc.nat(50), { minLength: 1 }),
        (init, own) => {
          // Starts them one after the other, as a kubelet does.
          let running = 0;
          let most = 0;
          for (const { cpu, isSidecar } of init) {
            most = Math.max(most, running + cpu);
            if (isSidecar) running += cpu;
          }
          most = Math.max(most, running + own.reduce((sum, one) => sum + one, 0));
          const spec = {
            initContainers: init.map(({ cpu, isSidecar }, index) => asks(`init-${index}`, cpu, isSidecar)),
            containers: own.map((cpu, index) => asks(`app-${index}`, cpu)),
          };
          expect(podSum(spec, 'requests', 'cpu')).toBe(most);
          const { running: together, starting } = phaseSums(spec, 'requests', 'cpu');
          expect(Math.max(together, starting)).toBe(most);
        },
      ),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { decisions, input, pod, vpa, workload } from '../../../tests/support/plan-input';
import type { Pod } from '../../objects/types';
import { decidePod } from '../new/decide';
import { compileVpa } from '../pods/compiled-vpa';
import { NO_LIMITS } from '../pods/limit-bounds';
import { startupNeeds } from '../pods/startup-need';
import { Planner } from './plan';

const MANY = 5_000;

/** A pod with thousands of init containers, of which every other one keeps running. */
function crowded(name: string): Pod {
  const one = pod(name);
  const initContainers = Array.from({ length: MANY }, (_, index) => ({
    name: `init-${index}`,
    image: 'img',
    resources: { requests: { cpu: '1m', memory: '1Mi' } },
    ...(index % 2 && { restartPolicy: 'Always' }),
  }));
  return { ...one, spec: { ...one.spec, initContainers } };
}

/** One that states resources as a whole that no pod can. */
function odd(name: string): Pod {
  const one = pod(name);
  const resources = { requests: { 'example.com/gpu': '1', cpu: '2' }, limits: { 'hugepages-3Mi': 'x' } };
  return { ...one, spec: { ...one.spec, resources } };
}

/** One whose sidecar is named like the container of the others, and has a quantity that cannot be read. */
function twin(name: string): Pod {
  const one = pod(name);
  const initContainers = [{ name: 'app', restartPolicy: 'Always', resources: { requests: { cpu: 'much' } } }];
  const containers = one.spec.containers.map((own) => ({ ...own, name: 'main' }));
  return { ...one, spec: { ...one.spec, containers, initContainers } };
}

function sizedAsWhole(): ReturnType<typeof vpa> {
  const object = vpa();
  const target = { cpu: '300m', memory: '1Gi' };
  object.metadata.annotations = {
    'plumbline.dev/pod-level': 'auto',
    'plumbline.dev/pod-recommendation': JSON.stringify({ target, lowerBound: target, upperBound: target }),
  };
  return object;
}

describe('a hostile pod', () => {
  it.each([
    ['thousands of init containers', crowded],
    ['resources as a whole that are none', odd],
    ['a sidecar named like a container of the others', twin],
    ['resources as a whole that are none, sized as a whole', odd, sizedAsWhole()],
  ])('with %s costs only itself', (_what, hostile, object = vpa()) => {
    const others = ['b', 'c', 'd', 'e'].map((name) => pod(name));
    const beside = decisions(workload([hostile('a'), ...others], object));
    expect(beside).toHaveLength(5);
    expect(beside.filter((text) => text.startsWith('evict: outside-bounds'))).not.toEqual([]);
    const alone = workload([pod('d'), pod('e')], {
      ...vpa(),
      metadata: { ...vpa().metadata, name: 'other' },
    });
    const { vpas } = new Planner().plan(input([workload([hostile('a')], object), alone]));
    expect(vpas[1]?.pods.map(({ decision }) => decision)).toEqual(['evict', 'wait']);
  });

  it('is read once, not once for each of its containers', () => {
    // Each container read beside each other would be 25 million readings; each once is some thousands.
    let readings = 0;
    const counted = crowded('a');
    for (const own of counted.spec.initContainers ?? []) {
      const { resources } = own;
      Object.defineProperty(own, 'resources', {
        enumerable: true,
        get: () => {
          readings++;
          return resources;
        },
      });
    }
    const compiled = compileVpa(vpa());
    const grounds = {
      vpa: compiled,
      recommendation: compiled.recommendation,
      limits: NO_LIMITS,
      options: { startupBoost: true, withSidecars: true },
    };
    decidePod(counted, grounds);
    startupNeeds(counted.spec);
    decisions(workload([counted, pod('b')]));
    expect(readings).toBeLessThan(40 * MANY);
  });
});

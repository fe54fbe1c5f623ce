import { describe, expect, it } from 'vitest';
import { pod } from '@/tests/support/plan-input';
import { NodeIndex } from '../../decide/places/node-index';
import type { Pod } from '../../objects/types';
import { endsOtherPods, reversionOf } from './reversion';

const CRITICAL = 2_000_000_000;

/** A pod of 100m beside one of 500m on a node of one CPU, which goes back to what its template states. */
function goingBack(priority: number, cpu: string) {
  const nodes = new NodeIndex();
  nodes.setNode({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-0' },
    status: { allocatable: { cpu: '1', memory: '8Gi', pods: '20' } },
  });
  const plain = pod('p0', { requests: { cpu: '100m', memory: '100Mi' } });
  const own: Pod = { ...plain, spec: { ...plain.spec, priority } };
  for (const one of [own, pod('other', { requests: { cpu: '500m', memory: '100Mi' } })]) nodes.setPod(one);
  const template = {
    spec: {
      containers: plain.spec.containers.map((one) => ({
        ...one,
        resources: { requests: { cpu, memory: '100Mi' } },
      })),
    },
  };
  return endsOtherPods(own, reversionOf(own, template).changes, nodes);
}

describe('the way back to what a template states', () => {
  it('is refused for a critical pod if its node lacks room: the kubelet would end its neighbours', () => {
    expect(goingBack(CRITICAL, '700m')).toMatchObject({ code: 'would-end-neighbours', priority: CRITICAL });
  });

  it.each([
    ['that is not critical', 0, '700m'],
    ['that its node has room for', CRITICAL, '400m'],
    ['that gets less', CRITICAL, '50m'],
  ])('is open for a pod %s', (_name, priority, cpu) => {
    expect(goingBack(priority, cpu)).toBeUndefined();
  });
});

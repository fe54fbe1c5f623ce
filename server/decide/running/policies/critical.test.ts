import { describe, expect, it } from 'vitest';
import { input, pod, vpa, workload } from '@/tests/support/plan-input';
import type { Pod } from '../../../objects/types';
import { NodeIndex } from '../../places/node-index';
import { RESIZED_AT_ANNOTATION } from '../../pods/pod-annotations';
import { Planner } from '../plan';

const CRITICAL = 2_000_000_000;
/** What the embedded updater of the reference does not look at. */
const REFERENCE = { respectRoom: false, resourcesApart: false };

interface World {
  readonly cpu?: string;
  readonly neighbour?: string;
  readonly deferred?: string;
  readonly isUnknown?: boolean;
}

/** What is planned for pods that ask for 200m and 200Mi, with these priorities, on one node. */
function decided(
  priorities: readonly number[],
  { cpu = '1', neighbour = '500m', deferred, isUnknown }: World = {},
  updateMode: 'InPlace' | 'InPlaceOrRecreate' = 'InPlaceOrRecreate',
) {
  const nodes = new NodeIndex();
  if (!isUnknown)
    nodes.setNode({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-0' },
      status: { allocatable: { cpu, memory: '8Gi', pods: '20' } },
    });
  const other = pod('other', { requests: { cpu: deferred ?? neighbour, memory: '100Mi' } });
  const containerStatuses = other.status?.containerStatuses?.map((one) => ({
    ...one,
    allocatedResources: { cpu: neighbour, memory: '100Mi' },
    resources: { requests: { cpu: neighbour, memory: '100Mi' } },
  }));
  nodes.setPod({ ...other, status: { ...other.status, containerStatuses } });
  const pods = priorities.map((priority, index): Pod => {
    const one = pod(`p${index}`);
    return { ...one, spec: { ...one.spec, priority } };
  });
  for (const one of pods) nodes.setPod(one);
  const object = vpa({ updatePolicy: { updateMode } });
  const settings = { ...REFERENCE, inPlaceSkipDisruptionBudget: true };
  const plan = new Planner().plan({ ...input([workload(pods, object)], { settings }), nodes });
  return plan.vpas[0]?.pods.map(
    ({ decision, reasons }) => `${decision} ${reasons.map(({ code }) => code).at(-1)}`,
  );
}

describe('a critical pod', () => {
  it('grows where its node has room', () => {
    expect(decided([CRITICAL])).toEqual(['resize outside-bounds']);
  });

  it.each(['InPlace', 'InPlaceOrRecreate'] as const)(
    'never grows beyond the free room of its node, whatever the settings: %s',
    (mode) => {
      expect(decided([CRITICAL], { neighbour: '850m' }, mode)).toEqual(['wait would-end-neighbours']);
      expect(decided([CRITICAL - 1], { neighbour: '850m' }, mode)).toEqual(['resize outside-bounds']);
    },
  );

  it('leaves what a deferred resize of a neighbour asks for', () => {
    expect(decided([CRITICAL], { neighbour: '500m', deferred: '850m' })).toEqual([
      'wait would-end-neighbours',
    ]);
  });

  it('counts what grows in the same pass, critical or not', () => {
    expect(decided([CRITICAL, CRITICAL], { neighbour: '700m' })?.sort()).toEqual([
      'resize outside-bounds',
      'wait would-end-neighbours',
    ]);
  });

  it('does not grow where the room of its node is not known', () => {
    expect(decided([CRITICAL], { isUnknown: true })).toEqual(['wait would-end-neighbours']);
    expect(decided([1000], { isUnknown: true })).toEqual(['resize outside-bounds']);
  });
});

it('a critical pod gets no former limit back for which a neighbour would be ended', () => {
  const nodes = new NodeIndex();
  nodes.setNode({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-0' },
    status: { allocatable: { cpu: '1', memory: '1Gi', pods: '20' } },
  });
  const stated = { cpu: '100m', memory: '200Mi' };
  const one = pod('a', {
    requests: stated,
    limits: stated,
    annotations: { [RESIZED_AT_ANNOTATION]: '2026-08-01T11:59:00Z' },
    conditions: [{ type: 'PodResizeInProgress', status: 'True', reason: 'Error', message: '' }],
  });
  const containerStatuses = one.status?.containerStatuses?.map((status) => ({
    ...status,
    allocatedResources: stated,
    resources: { requests: stated, limits: { cpu: '100m', memory: '800Mi' } },
  }));
  const decide = (priority: number) => {
    const blocked = {
      ...one,
      spec: { ...one.spec, priority },
      status: { ...one.status, containerStatuses },
    };
    nodes.setPod(blocked);
    nodes.setPod(pod('other', { requests: { cpu: '100m', memory: '600Mi' } }));
    const object = vpa({ updatePolicy: { updateMode: 'InPlace' } });
    const plan = new Planner().plan({ ...input([workload([blocked, pod('b')], object)]), nodes });
    const found = plan.vpas[0]?.pods.find(({ name }) => name === 'a');
    return `${found?.decision} ${found?.reasons.map(({ code }) => code).at(-1)}`;
  };
  expect(decide(1000)).toBe('resize limit-given-back');
  expect(decide(CRITICAL)).toBe('wait would-end-neighbours');
});

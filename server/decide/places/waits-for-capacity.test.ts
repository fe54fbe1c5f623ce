import { expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { waitsForCapacity } from './waits-for-capacity';

const SINCE = '2026-08-01T12:00:00Z';

function pod(message: string, more: Partial<Pod> & { reason?: string } = {}): Pod {
  const { reason = 'Unschedulable', ...own } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-0' },
    spec: { containers: [] },
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime: SINCE }],
    },
    ...own,
  };
}

it.each<[string, Pod, string[] | undefined]>([
  ['CPU', pod('0/2 nodes are available: 2 Insufficient cpu.'), ['cpu']],
  ['both', pod('0/3 nodes are available: 1 Insufficient cpu, 2 Insufficient memory.'), ['cpu', 'memory']],
  [
    'a label',
    pod("0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector."),
    undefined,
  ],
  ['a gate', pod('Insufficient cpu', { reason: 'SchedulingGated' }), undefined],
  ['nothing: it has a node', pod('Insufficient cpu', { spec: { containers: [], nodeName: 'a' } }), undefined],
  [
    'nothing: it goes',
    pod('Insufficient cpu', { metadata: { name: 'a', deletionTimestamp: SINCE } }),
    undefined,
  ],
])('a pod may wait for %s', (_what, given, resources) => {
  expect(waitsForCapacity(given)?.resources).toEqual(resources);
});

it('waits because of a VPA if admission wrote its requests', () => {
  const annotations = { vpaUpdates: 'Pod resources updated by web' };
  expect(waitsForCapacity(pod('Insufficient cpu', { metadata: { name: 'a', annotations } }))).toMatchObject({
    isForVpa: true,
    sinceMs: Date.parse(SINCE),
  });
  expect(waitsForCapacity(pod('Insufficient cpu'))?.isForVpa).toBe(false);
});

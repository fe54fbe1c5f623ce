import { describe, expect, it } from 'vitest';
import {
  describeEviction,
  evictionOrder,
  kernelVictim,
  type PodMemory,
} from '@/sandbox/kubelet/memory-pressure';

const MIB = 2 ** 20;

function pod(
  name: string,
  usedMib: number,
  requestMib: number,
  more: { priority?: number; qosClass?: string } = {},
): PodMemory<string> {
  return {
    pod: name,
    priority: more.priority ?? 0,
    qosClass: more.qosClass ?? 'Burstable',
    containers: [{ name: 'app', usedBytes: usedMib * MIB, requestBytes: requestMib * MIB }],
  };
}

describe('memory pressure', () => {
  it('evicts what exceeds its requests first, by priority, then by how much', () => {
    const order = evictionOrder([
      pod('within', 900, 1000),
      pod('above', 300, 200),
      pod('far above', 500, 100),
      pod('important', 900, 100, { priority: 1000 }),
    ]);
    expect(order.map((each) => each.pod)).toEqual(['far above', 'above', 'important', 'within']);
  });

  it("lets the kernel weigh a container's usage against the protection of its QoS class", () => {
    const pods = [
      pod('guaranteed', 2000, 2000, { qosClass: 'Guaranteed' }),
      pod('burstable', 300, 500),
      pod('best effort', 50, 0, { qosClass: 'BestEffort' }),
    ];
    expect(kernelVictim(pods, 4096 * MIB)?.pod.pod).toBe('best effort');
    expect(kernelVictim(pods.slice(0, 2), 4096 * MIB)?.pod.pod).toBe('burstable');
    expect(kernelVictim([...pods, pod('glutton', 1500, 500)], 4096 * MIB)?.pod.pod).toBe('glutton');
    expect(kernelVictim([], 4096 * MIB)).toBeUndefined();
  });

  it('names every container above its request, and no other', () => {
    const { message, annotations } = describeEviction(
      [
        { name: 'a', usedBytes: 300 * MIB, requestBytes: 100 * MIB },
        { name: 'b', usedBytes: 10 * MIB, requestBytes: 20 * MIB },
        { name: 'c', usedBytes: 2 * MIB, requestBytes: 0 },
      ],
      50 * MIB,
    );
    expect(annotations).toEqual({
      offending_containers: 'a,c',
      offending_containers_usage: '307200Ki,2048Ki',
      starved_resource: 'memory',
    });
    expect(message).toBe(
      'The node was low on resource: memory. Threshold quantity: 100Mi, available: 51200Ki. ' +
        'Container a was using 307200Ki, request is 100Mi, has larger consumption of memory. ' +
        'Container c was using 2048Ki, request is 0, has larger consumption of memory. ',
    );
  });
});

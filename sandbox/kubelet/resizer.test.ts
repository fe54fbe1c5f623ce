import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '@/sandbox/kubelet/lifecycle';
import { newPodRun, type PodRun } from '@/sandbox/kubelet/pod-run';
import { totalRequest } from '@/sandbox/kubelet/resize';
import { noticeSpec, resizePods } from '@/sandbox/kubelet/resizer';
import { assignWorkload } from '@/sandbox/workloads/assign';
import type { Pod } from '@/server/objects/types';

const ALLOCATABLE = { cpu: 2000, memory: 2 ** 30 };
const PODS = 4;
const QUIET = { note: () => {}, lifecycle: () => {}, preempt: () => {} };

function podOf(index: number, cpu: number): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: 'shop', uid: String(index) },
    spec: {
      nodeName: 'node-0',
      priority: index,
      containers: [{ name: 'app', image: 'img', resources: { requests: { cpu: `${cpu}m`, memory: '1Mi' } } }],
    },
  };
}

function runningPods(): PodRun[] {
  return Array.from({ length: PODS }, (_, index) => {
    const pod = podOf(index, 100);
    const run = newPodRun(
      pod,
      assignWorkload(pod, 1, []),
      0,
      '10.0.0.1',
      { excessFactor: 1 },
      { sharers: 1, pods: 1, serving: 1 },
    );
    advance(run, 10_000, () => {});
    return run;
  });
}

function allocatedCpu(runs: readonly PodRun[]): number {
  return totalRequest(runs.flatMap((run) => run.containers.map((container) => container.allocated))).cpu;
}

describe('the resizes on one node', () => {
  const step = fc.record({ index: fc.nat(PODS - 1), cpu: fc.integer({ min: 10, max: 3000 }) });

  it('never grant more than the node has, and finish for all that fit', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const runs = runningPods();
        let nowMs = 10_000;
        for (const { index, cpu } of steps) {
          const run = runs[index];
          if (!run) continue;
          run.pod = podOf(index, cpu);
          noticeSpec(run, nowMs);
          for (let round = 0; round < 4; round++) {
            nowMs += 2000;
            resizePods(runs, ALLOCATABLE, nowMs, QUIET);
            expect(allocatedCpu(runs)).toBeLessThanOrEqual(ALLOCATABLE.cpu);
          }
        }
        for (const run of runs) {
          const wanted = totalRequest(run.pod.spec.containers.map((each) => each.resources ?? {})).cpu;
          const granted = allocatedCpu([run]);
          const fits = allocatedCpu(runs) - granted + wanted <= ALLOCATABLE.cpu;
          expect(granted === wanted).toBe(fits);
          expect(run.pending?.verdict?.reason).toBe(
            fits ? undefined : wanted > ALLOCATABLE.cpu ? 'Infeasible' : 'Deferred',
          );
          expect(run.actuation).toBeUndefined();
          expect(run.containers[0]?.actual).toEqual(run.containers[0]?.allocated);
        }
      }),
    );
  });

  it('are not blocked by one that is stuck', () => {
    const runs = runningPods();
    const [small, large] = runs;
    if (!small || !large) throw new Error('there are no pods');
    large.pod = podOf(1, 1900);
    noticeSpec(large, 10_000);
    small.pod = podOf(0, 300);
    noticeSpec(small, 11_000);
    resizePods(runs, ALLOCATABLE, 12_000, QUIET);
    expect(large.pending?.verdict?.reason).toBe('Deferred');
    expect(allocatedCpu([small])).toBe(300);
  });
});

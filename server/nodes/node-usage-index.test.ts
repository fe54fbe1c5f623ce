import { describe, expect, it } from 'vitest';
import { percentileParameters } from '../decide/estimators/percentile/parameters';
import { atOnce } from '../lib/time/slices';
import type { Container, Node, Pod } from '../objects/types';
import { NodePods } from './node-pods';
import { NodeUsageIndex, staleAfterMs } from './node-usage-index';

const START_MS = Date.parse('2026-03-02T00:00:00Z');
const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
const STALE_AFTER_MS = staleAfterMs({ speed: 1 });

function node(name: string, status: Node['status'] = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { allocatable: { cpu: '4', memory: '8Gi' }, ...status },
  };
}

function pod(name: string, on: string | undefined, more: Partial<Pod['spec']> = {}, phase = 'Running'): Pod {
  const requests = { cpu: '500m', memory: '256Mi' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name },
    spec: { nodeName: on, containers: [{ name: 'app', resources: { requests } }], ...more },
    status: { phase } as Pod['status'],
  };
}

/** Nodes, pods and rounds, as the role sees them. */
class Watched {
  readonly pods = new NodePods();
  readonly usageIndex = new NodeUsageIndex(this.pods, percentileParameters.parse({}), STALE_AFTER_MS);
  nowMs = START_MS;
  private number = 0;

  constructor(readonly nodes: Node[]) {}

  sample(name: string, cpuMillicores?: number, memoryBytes?: number, atMs = this.nowMs, container = 'app') {
    const sample = { namespace: 'shop', pod: name, container, atMs, cpuMillicores, memoryBytes };
    this.pods.sample(sample, this.nowMs, this.nowMs - STALE_AFTER_MS);
  }

  round(isAnswered = true) {
    this.number = this.pods.round++;
    atOnce(this.usageIndex.judge(this.nodes, { number: this.number, isAnswered, nowMs: this.nowMs }));
  }

  view(name = 'a') {
    const view = this.usageIndex.get(name)?.view;
    if (!view) throw new Error(`no node ${name}`);
    return view;
  }
}

describe('a node', () => {
  it('uses what its running pods use, and requests what all of them do', () => {
    const watched = new Watched([node('a'), node('b')]);
    for (const one of [
      pod('x', 'a'),
      pod('y', 'a'),
      pod('z', 'b'),
      pod('w', 'a', {}, 'Pending'),
      pod('v', undefined),
    ])
      watched.pods.set(one);
    watched.sample('x', 100, 100 * MIB);
    watched.sample('y', 200, 50 * MIB);
    watched.sample('z', 900, 900 * MIB);
    watched.round();
    expect(watched.view()).toMatchObject({
      state: 'learning',
      cpu: { allocatable: 4000, used: 300, requested: 1500, idleNow: 3655 },
      memory: { used: 150 * MIB },
      pods: { online: 2, measured: 2, batch: 0 },
    });
    expect(watched.view('b').cpu.used).toBe(900);
  });

  it('counts a pod that is not measured with its last usage, else its request, else nothing', () => {
    const watched = new Watched([node('a')]);
    const bare = { containers: [{ name: 'app' }] as Container[] };
    for (const one of [pod('x', 'a'), pod('y', 'a'), pod('bare', 'a', bare)]) watched.pods.set(one);
    watched.sample('x', 100, MIB);
    watched.round();
    expect(watched.view()).toMatchObject({
      cpu: { used: 600 },
      pods: { measured: 1, requested: 1, unknown: 1, 'last-known': 0 },
    });
    watched.sample('y', 50, MIB);
    watched.sample('bare', 70, MIB);
    watched.round();
    expect(watched.view()).toMatchObject({
      cpu: { used: 220 },
      pods: { measured: 2, requested: 0, unknown: 0, 'last-known': 1 },
    });
  });

  it('leaves batch pods apart: they use what is idle', () => {
    const resources = { requests: { cpu: '100m', 'plumbline.dev/idle-cpu-millicores': '1000' } };
    const watched = new Watched([node('a')]);
    watched.pods.set(pod('x', 'a'));
    watched.pods.set(pod('job', 'a', { containers: [{ name: 'app', resources }] }));
    watched.sample('x', 100, MIB);
    watched.sample('job', 3000, MIB);
    watched.round();
    expect(watched.view()).toMatchObject({
      cpu: { used: 100, usedByBatch: 3000, idleNow: 3885 },
      pods: { online: 1, batch: 1 },
    });
  });

  it('adds sidecars and overhead, and takes the requests of the pod as a whole if it states them', () => {
    const sidecar = { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '50m' } } };
    const watched = new Watched([node('a')]);
    watched.pods.set(pod('x', 'a', { initContainers: [sidecar], overhead: { cpu: '10m' } }));
    watched.pods.set(pod('y', 'a', { resources: { requests: { cpu: '2' } } }));
    watched.round();
    expect(watched.view().cpu.requested).toBe(560 + 2000);
  });

  it('keeps what a pod used when the pod changes, and forgets it when it ends', () => {
    const watched = new Watched([node('a')]);
    const before = pod('x', 'a');
    watched.pods.set(before);
    watched.sample('x', 100, MIB);
    watched.round();
    watched.pods.set(pod('x', 'a', { priority: 1 }), before);
    watched.round();
    expect(watched.view().pods['last-known']).toBe(1);
    watched.pods.set(pod('x', 'a', {}, 'Succeeded'), before);
    watched.round();
    expect(watched.view()).toMatchObject({ cpu: { used: 0, requested: 0 }, pods: { online: 0 } });
  });

  it('is unknown until a pod of it was measured, and again 10 minutes after the last one was', () => {
    const watched = new Watched([node('a')]);
    watched.pods.set(pod('x', 'a'));
    watched.round();
    expect(watched.view()).toMatchObject({ state: 'unmeasured' });
    expect(watched.view().cpu.idleNow).toBeUndefined();
    watched.sample('x', 100, MIB);
    watched.round();
    watched.nowMs += STALE_AFTER_MS;
    watched.round(false);
    expect(watched.view().state).toBe('learning');
    watched.nowMs += 1;
    watched.round(false);
    expect(watched.view()).toMatchObject({ state: 'stale', measuredMs: START_MS });
    expect([watched.view().cpu.used, watched.view().cpu.idleNow]).toEqual([undefined, undefined]);
  });

  it('is not unknown for a late round on an accelerated clock', () => {
    expect(staleAfterMs({ speed: 1 })).toBe(10 * MINUTE_MS);
    expect(staleAfterMs({ speed: 360 })).toBe(180 * MINUTE_MS);
  });

  it('without pods is all idle once a round was answered', () => {
    const watched = new Watched([node('a')]);
    watched.round(false);
    expect(watched.view().state).toBe('unmeasured');
    watched.round();
    expect(watched.view()).toMatchObject({ state: 'learning', cpu: { used: 0, idleNow: 4000 } });
  });

  it('knows the next hour after an hour', () => {
    const watched = new Watched([node('a')]);
    watched.pods.set(pod('x', 'a'));
    for (let minute = 0; minute <= 60; minute++) {
      watched.nowMs = START_MS + minute * MINUTE_MS;
      watched.sample('x', 1000, 1024 * MIB);
      watched.round();
    }
    const { state, cpu, sinceMs } = watched.view();
    expect({ state, sinceMs }).toEqual({ state: 'known', sinceMs: START_MS });
    expect(cpu).toMatchObject({ expected: 1169, idleNextHour: 2831 });
  });

  const unusable: [string, Node['status'], string][] = [
    ['no allocatable', { allocatable: undefined }, 'unreadable'],
    ['no memory', { allocatable: { cpu: '4' } }, 'unreadable'],
    ['malformed amounts', { allocatable: { cpu: 'many', memory: '8Gi' } }, 'unreadable'],
    ['a kubelet that is away', { conditions: [{ type: 'Ready', status: 'Unknown' }] }, 'not-ready'],
  ];
  it.each(unusable)('with %s has nothing known to be idle', (_case, status, state) => {
    const watched = new Watched([node('a', status)]);
    watched.round();
    expect(watched.view().state).toBe(state);
    expect([watched.view().cpu.idleNow, watched.view().memory.idleNow]).toEqual([undefined, undefined]);
  });

  it('with negative allocatable has nothing idle', () => {
    const watched = new Watched([node('a', { allocatable: { cpu: '-4', memory: '8Gi' } })]);
    watched.round();
    expect(watched.view().cpu).toMatchObject({ allocatable: 0, idleNow: 0 });
  });

  it('ignores samples that are absurd, of another time, or of containers it does not have', () => {
    const watched = new Watched([node('a')]);
    watched.pods.set(pod('x', 'a'));
    watched.sample('x', Number.NaN, -1);
    watched.sample('x', 1e15, 1e15);
    watched.sample('x', 100, MIB, Number.NaN);
    watched.sample('x', 100, MIB, START_MS - 2 * STALE_AFTER_MS);
    watched.sample('x', 100, MIB, START_MS + 1e9);
    watched.sample('x', 100, MIB, START_MS, 'other');
    watched.sample('gone', 100, MIB);
    watched.round();
    expect(watched.view()).toMatchObject({ state: 'unmeasured', pods: { requested: 1, measured: 0 } });
  });

  it('counts a pod with malformed requests by what it uses', () => {
    const watched = new Watched([node('a')]);
    const resources = { requests: { cpu: 'lots' } };
    watched.pods.set(pod('x', 'a', { containers: [{ name: 'app', resources }] }));
    watched.sample('x', 100, MIB);
    watched.round();
    expect(watched.view().cpu).toMatchObject({ used: 100, requested: 0 });
  });

  it('learns anew when the clock was set back', () => {
    const watched = new Watched([node('a')]);
    for (let minute = 0; minute <= 60; minute++) {
      watched.nowMs = START_MS + minute * MINUTE_MS;
      watched.round();
    }
    expect(watched.view().state).toBe('known');
    watched.nowMs = START_MS - 48 * 60 * MINUTE_MS;
    watched.round();
    expect(watched.view()).toMatchObject({ state: 'learning', sinceMs: watched.nowMs });
  });

  it('is forgotten once it is gone', () => {
    const watched = new Watched([node('a'), node('b')]);
    watched.round();
    watched.nodes.pop();
    watched.round();
    expect([...watched.usageIndex.list()].map(({ view }) => view.name)).toEqual(['a']);
    watched.nodes.push(node('b'));
    watched.nowMs += MINUTE_MS;
    watched.round();
    expect(watched.view('b').sinceMs).toBe(watched.nowMs);
  });

  it('names the pods that weigh most, and counts the others', () => {
    const watched = new Watched([node('a')]);
    for (const [index, name] of ['x', 'y', 'z'].entries()) {
      watched.pods.set(pod(name, 'a'));
      watched.sample(name, 100 * (index + 1), MIB);
    }
    watched.round();
    const { heaviest, morePods } = watched.usageIndex.heaviest('a', 1, 2);
    expect(heaviest.map(({ name }) => name)).toEqual(['z', 'y']);
    expect(morePods).toBe(1);
  });
});

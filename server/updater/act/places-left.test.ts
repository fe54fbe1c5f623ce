import { describe, expect, it } from 'vitest';
import {
  input,
  NOW_MS,
  type PodOptions,
  pod,
  type VpaOptions,
  vpa,
  workload,
} from '../../../tests/support/plan-input';
import { NodeIndex } from '../../decide/places/node-index';
import { planWorkload } from '../../decide/running/plan-workload';
import { PodFacts } from '../../decide/running/pod-facts';
import type { ProposedUpdate } from '../../decide/running/policy';
import type { Pod } from '../../objects/types';
import { PlacesLeft } from './places-left';

/** One node with 1000m, and the pods on it or waiting for it. */
class World {
  readonly nodeIndex = new NodeIndex();
  readonly pods = new Map<string, Pod>();
  steadyMs = 0;
  readonly left = new PlacesLeft({
    capacity: this.nodeIndex,
    nodes: this.nodeIndex,
    asksForCapacity: false,
    nodesCome: () => false,
    ownedBy: (_namespace, uid) =>
      [...this.pods.values()].filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === uid),
    wallClock: { steady: () => this.steadyMs },
  });

  constructor(...names: string[]) {
    this.nodeIndex.setNode({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-0' },
      status: { allocatable: { cpu: '1000m', memory: '8Gi', pods: '20' } },
    });
    for (const name of names) this.put(name);
  }

  put(name: string, options: PodOptions = {}): void {
    const one = pod(name, options);
    this.pods.set(name, one);
    this.nodeIndex.setPod(one);
  }

  remove(name: string): void {
    this.pods.delete(name);
    this.nodeIndex.removePod(`uid-${name}`);
  }

  /** What the plan proposes for a pod: 400m instead of 100m. */
  proposal(name: string, options: VpaOptions = {}): ProposedUpdate {
    const one = this.pods.get(name) ?? pod(name);
    const work = workload(
      [one, pod('beside')],
      vpa({ target: { cpu: '400m', memory: '100Mi' }, ...options }),
      {
        controllers: [{ uid: 'uid-web', kind: 'ReplicaSet', name: 'web', configured: 2 }],
      },
    );
    const { cluster } = input([work]);
    const acting = planWorkload(work, { nowMs: NOW_MS, cluster }).acting;
    const found = acting.find(({ proposal }) => proposal.facts.name === name);
    if (!found) throw new Error(`${name} is not changed`);
    return found.proposal;
  }

  refusal(name: string, options?: VpaOptions): string | undefined {
    return this.left.take(this.proposal(name, options))?.reason.code;
  }
}

const STRANGER = { owner: 'others', requests: { cpu: '700m', memory: '100Mi' } };

describe('just before a pod is evicted', () => {
  it('its successor has a place, or has none any more since others came', () => {
    const world = new World('a');
    expect(world.refusal('a')).toBeUndefined();
    world.left.giveBack(world.proposal('a'));
    world.put('stranger', STRANGER);
    expect(world.refusal('a')).toBe('no-room-now');
  });

  it('what was evicted before it counts until its successor is there', () => {
    const world = new World('a', 'b', 'c');
    expect([world.refusal('a'), world.refusal('b')]).toEqual([undefined, undefined]);
    expect(world.refusal('c')).toBe('no-room-now');
    // The evicted ones are gone, and nothing came yet.
    world.remove('a');
    world.remove('b');
    expect(world.refusal('c')).toBe('no-room-now');
  });

  it('a successor counts once, wherever it is', () => {
    const world = new World('a', 'b');
    expect(world.refusal('a')).toBeUndefined();
    world.remove('a');
    world.put('a-next', { requests: { cpu: '400m', memory: '100Mi' }, isScheduled: false });
    expect(world.refusal('b')).toBeUndefined();
    world.left.giveBack(world.proposal('b'));
    world.put('a-next', { requests: { cpu: '400m', memory: '100Mi' } });
    expect(world.refusal('b')).toBeUndefined();
  });

  it('what never comes is forgotten', () => {
    const world = new World('a', 'b', 'c');
    expect([world.refusal('a'), world.refusal('b'), world.refusal('c')]).toEqual([
      undefined,
      undefined,
      'no-room-now',
    ]);
    world.remove('a');
    world.remove('b');
    world.steadyMs = 30_000;
    expect(world.refusal('c')).toBeUndefined();
  });

  it('what was refused gives its place back', () => {
    const world = new World('a', 'b', 'c');
    expect([world.refusal('a'), world.refusal('b')]).toEqual([undefined, undefined]);
    world.left.giveBack(world.proposal('b'));
    expect(world.refusal('c')).toBeUndefined();
  });
});

it('a pod only grows in place where its node has room by now', () => {
  const inPlace: VpaOptions = { updatePolicy: { updateMode: 'InPlace' } };
  const world = new World('a', 'b', 'c');
  expect([world.refusal('a', inPlace), world.refusal('b', inPlace)]).toEqual([undefined, undefined]);
  expect(world.refusal('c', inPlace)).toBe('no-room-now');
});

it('without a known node nothing is refused', () => {
  const left = new PlacesLeft({
    capacity: new NodeIndex(),
    nodes: new NodeIndex(),
    asksForCapacity: false,
    nodesCome: () => false,
    ownedBy: () => [],
    wallClock: { steady: () => 0 },
  });
  expect(left.take(new World('a').proposal('a'))).toBeUndefined();
});

it('without rooms that matter, only a critical pod is refused what its node has not', () => {
  const inPlace: VpaOptions = { updatePolicy: { updateMode: 'InPlace' } };
  const world = new World('a', 'b', 'c', 'd');
  const left = new PlacesLeft({
    capacity: undefined,
    nodes: world.nodeIndex,
    asksForCapacity: false,
    nodesCome: () => false,
    ownedBy: () => [],
    wallClock: { steady: () => 0 },
  });
  const refusal = (name: string, priority: number) => {
    const proposal = world.proposal(name, inPlace);
    const { pod: one } = proposal.facts;
    const facts = new PodFacts({ ...one, spec: { ...one.spec, priority } });
    return left.take({ ...proposal, facts })?.reason.code;
  };
  expect(['a', 'b', 'c'].map((name) => refusal(name, 1000))).toEqual([undefined, undefined, undefined]);
  expect(refusal('d', 2_000_000_000)).toBe('would-end-neighbours');
});

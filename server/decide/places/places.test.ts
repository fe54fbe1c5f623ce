import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../objects/types';
import { NodeIndex } from './node-index';
import { PodPlaces } from './places';

const node = (name: string, cpu: string, labels: Record<string, string> = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
  status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
});

const pod = (name: string, cpu: string, on?: string, more: Partial<Pod['spec']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name },
  spec: { containers: [{ name: 'app', resources: { requests: { cpu } } }], nodeName: on, ...more },
  status: { phase: on ? 'Running' : 'Pending' },
});

function placesOf(nodes: readonly Node[], pods: readonly Pod[]): PodPlaces {
  const nodeIndex = new NodeIndex();
  for (const one of nodes) nodeIndex.setNode(one);
  for (const one of pods) nodeIndex.setPod(one);
  return new PodPlaces(nodeIndex);
}

const to = (one: Pod, cpu: number) => ({ pod: one, need: { cpu, memory: 0 } });

describe('a pod that grows where it is', () => {
  const web = pod('web', '1', 'a');
  const waits = pod('waits', '2');

  it('leaves room for one that waits and has room nowhere else', () => {
    const places = placesOf([node('a', '4')], [web, waits]);
    expect(places.inPlace(to(web, 2000))).toBeUndefined();
    expect(places.inPlace(to(web, 2500))).toMatchObject({ node: 'a', resource: 'cpu', others: 1 });
    const [small, large] = [node('a', '4'), node('b', '4')];
    expect(placesOf([small, large], [web, waits]).inPlace(to(web, 2500))).toBeUndefined();
  });

  it('leaves none for one that has no room there anyway', () => {
    expect(placesOf([node('a', '4')], [web, pod('huge', '3500m')]).inPlace(to(web, 2500))).toBeUndefined();
  });
});

describe('the successor of a pod', () => {
  const web = pod('web', '1', 'a');
  const other = pod('other', '2', 'a');

  it('may have what its pod gives back and what is left there', () => {
    const places = placesOf([node('a', '4')], [web, other]);
    expect(places.forSuccessor(to(web, 2000))).toBeUndefined();
    expect(places.forSuccessor(to(web, 2500))).toEqual({
      resource: 'cpu',
      asked: 2500,
      room: 2000,
      node: 'a',
    });
  });

  it('may go to another node that it may use', () => {
    const large = node('b', '8', { pool: 'large' });
    expect(placesOf([node('a', '4'), large], [web, other]).forSuccessor(to(web, 6000))).toBeUndefined();
    const bound = pod('web', '1', 'a', { nodeSelector: { pool: 'small' } });
    const places = placesOf([node('a', '4', { pool: 'small' }), large], [bound, other]);
    expect(places.forSuccessor(to(bound, 6000))).toMatchObject({ node: 'a', room: 2000 });
  });

  it('may wait for a larger node than there is, if such a node comes by itself', () => {
    const nodeIndex = new NodeIndex();
    nodeIndex.setNode(node('a', '4'));
    for (const one of [web, other]) nodeIndex.setPod(one);
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 6000))).toMatchObject({
      node: 'a',
      room: 2000,
    });
    nodeIndex.setComing({ sizes: [{ cpu: 8000, memory: 2 ** 33 }], isBare: false });
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 6000))).toBeUndefined();
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 9000))).toMatchObject({
      node: 'a',
      room: 2000,
    });
  });

  it('waits for no node of a group that is at its maximum', () => {
    const nodeIndex = new NodeIndex();
    nodeIndex.setNode(node('a', '4', { pool: 'full' }));
    for (const one of [web, other]) nodeIndex.setPod(one);
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 3000))).toBeUndefined();
    nodeIndex.setComing({ sizes: [], isBare: true, isNoMore: ({ pool }) => pool === 'full' });
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 3000))).toMatchObject({
      node: 'a',
      room: 2000,
    });
    nodeIndex.setNode(node('b', '3', { pool: 'small' }));
    nodeIndex.setPod(pod('more', '2', 'b'));
    expect(new PodPlaces(nodeIndex, true).forSuccessor(to(web, 3000))).toBeUndefined();
  });

  it('does not go where a drain or a taint keeps it off now', () => {
    const drained = { ...node('b', '8'), spec: { unschedulable: true } };
    expect(placesOf([node('a', '4'), drained], [web, other]).forSuccessor(to(web, 6000))).toMatchObject({
      node: 'a',
    });
    const gone = { ...node('a', '4'), spec: { unschedulable: true } };
    expect(placesOf([gone], [web]).forSuccessor(to(web, 500))).toEqual({
      resource: 'cpu',
      asked: 500,
      room: 0,
    });
  });

  it('has no place that a pod which goes first may take', () => {
    const [one, two] = [pod('one', '1', 'a'), pod('two', '1', 'a')];
    const places = placesOf([node('a', '4')], [one, two]);
    places.replace(to(one, 2500));
    expect(places.forSuccessor(to(two, 1500))).toBeUndefined();
    expect(places.forSuccessor(to(two, 1600))).toMatchObject({ others: 1 });
  });

  it('takes no place that a pod before it was given', () => {
    const small = node('b', '2', { pool: 'b' });
    const one = pod('one', '1', 'a');
    const two = pod('two', '1', 'b', { nodeSelector: { pool: 'b' } });
    const places = placesOf([node('a', '2', { pool: 'a' }), small], [one, two]);
    places.replace(to(two, 2000));
    // It would fit where it is, but the scheduler may prefer the node that the other needs.
    expect(places.forSuccessor(to(one, 1500))).toMatchObject({ others: 1 });
  });

  it('shares the places that many pods leave', () => {
    const nodes = Array.from({ length: 100 }, (_, index) => node(`n${index}`, '1'));
    const pods = nodes.map(({ metadata }, index) => pod(`p${index}`, '1', metadata.name));
    const places = placesOf(nodes, pods);
    let given = 0;
    for (const one of pods)
      if (!places.forSuccessor(to(one, 250))) {
        places.replace(to(one, 250));
        given++;
      }
    expect(given).toBe(100);
  });

  it('does not reckon with room that pods wait for, unless it never fits them', () => {
    const places = (waits: string) => placesOf([node('a', '2')], [pod('web', '2', 'a'), pod('waits', waits)]);
    expect(places('1').forSuccessor(to(pod('web', '2', 'a'), 1500))).toMatchObject({ others: 1 });
    expect(places('1').forSuccessor(to(pod('web', '2', 'a'), 1000))).toBeUndefined();
    expect(places('3').forSuccessor(to(pod('web', '2', 'a'), 1500))).toBeUndefined();
  });

  it('may wait for a node like those there are, if nodes come by themselves', () => {
    const nodeIndex = new NodeIndex();
    nodeIndex.setNode(node('a', '4'));
    for (const one of [web, other]) nodeIndex.setPod(one);
    const places = new PodPlaces(nodeIndex, true);
    expect(places.forSuccessor(to(web, 4000))).toBeUndefined();
    expect(places.forSuccessor(to(web, 4001))).toMatchObject({ room: 2000 });
  });

  it('is not asked about on nodes that are not known', () => {
    expect(placesOf([node('a', '4')], []).forSuccessor(to(pod('web', '1', 'z'), 9000))).toBeUndefined();
  });
});

describe('the pod of a DaemonSet', () => {
  const agent = (name: string, cpu: string, on: string): Pod => {
    const made = pod(name, cpu, on);
    made.metadata.ownerReferences = [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'agent', controller: true },
    ];
    return made;
  };

  it('has no place but its own node, and shares none with its like', () => {
    const agents = [agent('a', '1', 'a'), agent('b', '1', 'b')] as const;
    const places = placesOf([node('a', '2'), node('b', '9')], agents);
    expect(places.forSuccessor(to(agents[0], 3000))).toMatchObject({ node: 'a', room: 2000 });
    places.replace(to(agents[1], 9000));
    expect(places.forSuccessor(to(agents[0], 2000))).toBeUndefined();
  });
});

describe('a pod that grows in place', () => {
  const web = pod('web', '1', 'a');

  it('has the room of its node only', () => {
    const places = placesOf([node('a', '4'), node('b', '9')], [web, pod('other', '2', 'a')]);
    expect(places.inPlace(to(web, 2000))).toBeUndefined();
    expect(places.inPlace(to(web, 2001))).toEqual({ resource: 'cpu', asked: 2001, room: 2000, node: 'a' });
    places.grow(to(web, 2000));
    expect(places.inPlace(to(pod('other', '2', 'a'), 2100))).toMatchObject({ room: 2000 });
  });

  it('takes no place that a pod which goes was given', () => {
    const places = placesOf([node('a', '4')], [web, pod('other', '2', 'a')]);
    places.replace(to(pod('other', '2', 'a'), 2500));
    expect(places.inPlace(to(web, 1500))).toBeUndefined();
    expect(places.inPlace(to(web, 1600))).toMatchObject({ others: 1 });
  });

  it('may always shrink, even on a node that is too full', () => {
    const places = placesOf([node('a', '1')], [web, pod('other', '2', 'a')]);
    expect(places.inPlace(to(web, 500))).toBeUndefined();
  });
});

describe('a pod whose capacity comes with it', () => {
  const FARGATE = { 'eks.amazonaws.com/compute-type': 'fargate' };

  it.each<[string, string, Record<string, string>]>([
    ['EKS Fargate', 'fargate-ip-10-0-0-1', FARGATE],
    ['a virtual kubelet', 'virtual-node-aci', { type: 'virtual-kubelet' }],
    ['GKE Autopilot', 'gk3-shop-pool-1-0', { 'cloud.google.com/gke-nodepool': 'pool-1' }],
  ])('waits for no room on %s', (_name, name, labels) => {
    const web = pod('web', '1', name);
    const nodes = [node(name, '1', labels), node('small', '1')];
    const nodeIndex = new NodeIndex();
    for (const one of nodes) nodeIndex.setNode(one);
    nodeIndex.setPod(web);
    expect(new PodPlaces(nodeIndex).forSuccessor(to(web, 3000))).toBeUndefined();
    expect(nodeIndex.frontFor([web])).toEqual([]);
    // Other pods still find what there is.
    const other = pod('other', '500m', 'small');
    nodeIndex.setPod(other);
    expect(new PodPlaces(nodeIndex).inPlace(to(other, 3000))).toMatchObject({ node: 'small' });
  });

  it('waits where the node is an ordinary one', () => {
    const web = pod('web', '1', 'gk3-mine');
    const places = placesOf([node('gk3-mine', '1')], [web]);
    expect(places.forSuccessor(to(web, 3000))).toMatchObject({ node: 'gk3-mine' });
  });

  it('does not take the place of others once it is chosen', () => {
    const web = pod('web', '1', 'fargate');
    const other = pod('other', '1', 'a');
    const places = placesOf([node('fargate', '1', FARGATE), node('a', '4')], [web, other]);
    places.replace(to(web, 3000));
    expect(places.forSuccessor(to(other, 4000))).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseNode } from '@/sandbox/scheduler/choose-node';
import { NodeLedger } from '@/sandbox/scheduler/ledger';
import { podRequest } from '@/sandbox/scheduler/pod-requests';
import type { Node, Pod } from '@/server/objects/types';

function node(name: string, cpu: number, memoryMib: number, pods = 110, unschedulable = false): Node {
  const allocatable = { cpu: `${cpu}m`, memory: `${memoryMib}Mi`, pods: String(pods) };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    spec: { unschedulable },
    status: { allocatable },
  };
}

function pod(uid: string, cpu: number, memoryMib: number, more: Partial<Pod['spec']> = {}): Pod {
  const requests = { cpu: `${cpu}m`, memory: `${memoryMib}Mi` };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: uid, namespace: 'shop', uid },
    spec: { containers: [{ name: 'app', resources: { requests } }], ...more },
  };
}

function ledgerOf(...nodes: Node[]): NodeLedger {
  const ledger = new NodeLedger();
  for (const each of nodes) ledger.setNode(each);
  return ledger;
}

describe('the choice of a node', () => {
  it.each([
    ['NoSchedule', [], 'none'],
    ['NoExecute', [], 'none'],
    ['PreferNoSchedule', [], 'node'],
    ['NoSchedule', [{ key: 'gpu', operator: 'Exists' }], 'node'],
    ['NoSchedule', [{ key: 'gpu', value: 'a' }], 'node'],
    ['NoSchedule', [{ key: 'gpu', value: 'b' }], 'none'],
    ['NoSchedule', [{ operator: 'Exists', effect: 'NoExecute' }], 'none'],
  ])('heeds a taint %s beside %j', (effect, tolerations, kind) => {
    const tainted = node('a', 1000, 1000);
    tainted.spec = { taints: [{ key: 'gpu', value: 'a', effect }] };
    const choice = chooseNode(pod('p', 10, 10, { tolerations }), ledgerOf(tainted).nodes());
    expect(choice.kind).toBe(kind);
    if (choice.kind === 'none') expect(choice.message).toContain('1 node(s) had untolerated taint(s)');
  });

  it('never overfills a node, whatever comes and goes', () => {
    const size = fc.record({
      cpu: fc.integer({ min: 1, max: 900 }),
      memory: fc.integer({ min: 1, max: 900 }),
    });
    const step = fc.oneof(
      size.map((each) => ({ kind: 'place' as const, ...each })),
      fc.nat(50).map((index) => ({ kind: 'remove' as const, index })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = ledgerOf(node('a', 2000, 1000), node('b', 1000, 2000, 5));
        const placed: Pod[] = [];
        steps.forEach((each, index) => {
          if (each.kind === 'remove') {
            const [gone] = placed.splice(each.index % Math.max(1, placed.length), 1);
            if (gone) ledger.removePod(gone);
            return;
          }
          const fresh = pod(`p${index}`, each.cpu, each.memory);
          const choice = chooseNode(fresh, ledger.nodes());
          if (choice.kind === 'none') return;
          const bound = { ...fresh, spec: { ...fresh.spec, nodeName: choice.name } };
          placed.push(bound);
          ledger.setPod(bound);
        });
        for (const account of ledger.nodes()) {
          const there = placed.filter((each) => each.spec.nodeName === account.name);
          const cpu = there.reduce((sum, each) => sum + podRequest(each).cpu, 0);
          const memory = there.reduce((sum, each) => sum + podRequest(each).memory, 0);
          expect(account.used).toMatchObject({ cpu, memory, pods: there.length });
          expect(cpu).toBeLessThanOrEqual(account.allocatable.cpu);
          expect(memory).toBeLessThanOrEqual(account.allocatable.memory);
          expect(there.length).toBeLessThanOrEqual(account.allocatable.pods);
        }
      }),
    );
  });

  const cases: [string, Node[], Pod, string][] = [
    [
      'too little CPU everywhere',
      [node('a', 100, 100), node('b', 100, 100)],
      pod('p', 500, 10),
      '0/2 nodes are available: 2 Insufficient cpu.',
    ],
    [
      'different reasons on different nodes',
      [node('a', 100, 1000), node('b', 1000, 100), node('c', 1000, 1000, 110, true)],
      pod('p', 500, 500),
      '0/3 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 node(s) were unschedulable.',
    ],
    [
      'a selector that matches nothing',
      [node('a', 1000, 1000)],
      pod('p', 1, 1, { nodeSelector: { disk: 'ssd' } }),
      "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
    ],
    ['no slot left', [node('a', 1000, 1000, 0)], pod('p', 1, 1), '0/1 nodes are available: 1 Too many pods.'],
    ['no nodes at all', [], pod('p', 1, 1), 'no nodes available to schedule pods'],
  ];
  it.each(cases)('says why: %s', (_case, nodes, wanted, message) => {
    expect(chooseNode(wanted, ledgerOf(...nodes).nodes())).toEqual({ kind: 'none', message });
  });

  it('allocates extended resources, and needs a node that has them', () => {
    const asks = (uid: string, amount: string, nodeName?: string) => {
      const resources = { requests: { cpu: '1m', 'example.com/idle': amount } };
      return pod(uid, 0, 0, { containers: [{ name: 'app', resources }], ...(nodeName && { nodeName }) });
    };
    const rich = node('rich', 1000, 1000);
    rich.status = { allocatable: { ...rich.status?.allocatable, 'example.com/idle': '500' } };
    const ledger = ledgerOf(node('poor', 1000, 1000), rich);
    const choose = (amount: string) => chooseNode(asks('p', amount), ledger.nodes());
    expect(choose('500')).toEqual({ kind: 'node', name: 'rich' });
    ledger.setPod(asks('x', '300', 'rich'));
    expect(choose('200')).toEqual({ kind: 'node', name: 'rich' });
    expect(choose('201')).toEqual({
      kind: 'none',
      message: '0/2 nodes are available: 2 Insufficient example.com/idle.',
    });
    ledger.removePod(asks('x', '300', 'rich'));
    expect(choose('500')).toEqual({ kind: 'node', name: 'rich' });
  });

  const replica = (uid: string, nodeName?: string, more: Partial<Pod['metadata']> = {}): Pod => {
    const of = pod(uid, 10, 10, nodeName === undefined ? {} : { nodeName });
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'rs', controller: true };
    return { ...of, metadata: { ...of.metadata, ownerReferences: [owner], ...more } };
  };

  it('keeps replicas apart, though another node is emptier, but not from one that ends', () => {
    const ledger = ledgerOf(node('a', 1000, 1000), node('b', 1000, 1000));
    ledger.setPod(pod('x', 500, 500, { nodeName: 'b' }));
    ledger.setPod(replica('one', 'a'));
    const choose = () => chooseNode(replica('two'), ledger.nodes());
    expect(choose()).toEqual({ kind: 'node', name: 'b' });
    ledger.setPod(replica('one', 'a', { deletionTimestamp: '2026-11-30T10:00:00Z' }));
    expect(choose()).toEqual({ kind: 'node', name: 'a' });
  });

  it('takes pods that state nothing for small ones, so that they do not all come to one node', () => {
    const ledger = ledgerOf(node('a', 1000, 2000), node('b', 1000, 2000));
    const nothing = (uid: string, nodeName?: string) =>
      pod(uid, 0, 0, { containers: [{ name: 'app' }], ...(nodeName && { nodeName }) });
    ledger.setPod(nothing('one', 'a'));
    ledger.setPod(pod('small', 20, 20, { nodeName: 'b' }));
    ledger.setPod(pod('smaller', 10, 10, { nodeName: 'b' }));
    expect(chooseNode(nothing('two'), ledger.nodes())).toEqual({ kind: 'node', name: 'b' });
  });

  it('evens out the CPU and memory of a node', () => {
    const ledger = ledgerOf(node('a', 1000, 1000), node('b', 1000, 1000));
    ledger.setPod(pod('cpu', 600, 10, { nodeName: 'a' }));
    ledger.setPod(pod('memory', 10, 600, { nodeName: 'b' }));
    expect(chooseNode(pod('p', 10, 300), ledger.nodes())).toEqual({ kind: 'node', name: 'a' });
    expect(chooseNode(pod('p', 300, 10), ledger.nodes())).toEqual({ kind: 'node', name: 'b' });
  });

  it('prefers the emptier node', () => {
    const ledger = ledgerOf(node('a', 1000, 1000), node('b', 1000, 1000));
    ledger.setPod(pod('x', 300, 300, { nodeName: 'a' }));
    expect(chooseNode(pod('p', 100, 100), ledger.nodes())).toEqual({ kind: 'node', name: 'b' });
  });
});

describe('what a pod counts for', () => {
  const status = (allocated: string, actual: string, infeasible = false): Pod['status'] => ({
    ...(infeasible && {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
    }),
    containerStatuses: [
      {
        name: 'app',
        ready: true,
        restartCount: 0,
        image: '',
        imageID: '',
        allocatedResources: { cpu: allocated, memory: '1Mi' },
        resources: { requests: { cpu: actual, memory: '1Mi' } },
      },
    ],
  });
  const cases: [string, Pod['status'], number][] = [
    ['desired when it is largest', status('100m', '100m'), 500],
    ['allocated when it is largest', status('700m', '100m'), 700],
    ['actual when it is largest', status('100m', '900m'), 900],
    ['not what is desired but infeasible', status('100m', '120m', true), 120],
  ];
  it.each(cases)('is %s', (_case, given, expected) => {
    expect(podRequest({ ...pod('p', 500, 1), status: given }).cpu).toBe(expected);
  });

  it('is the larger of the init containers and the rest, sidecars counting beside both', () => {
    const wanted = pod('p', 200, 10, {
      initContainers: [
        { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '50m' } } },
        { name: 'setup', resources: { requests: { cpu: '400m' } } },
      ],
    });
    expect(podRequest(wanted).cpu).toBe(450);
  });
});

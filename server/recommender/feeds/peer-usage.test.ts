import { expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import { Slices } from '../../lib/time/slices';
import { ownerKey, targetOf } from '../../objects/target-key';
import type { Pod, PodPhase } from '../../objects/types';
import { NEWEST_USAGE_MS, PeerUsage } from './peer-usage';

const NOW_MS = Date.parse('2026-03-02T00:00:00Z');
const WEB = targetOf('shop', { kind: 'Deployment', name: 'web' });

function pod(name: string, more: { namespace?: string; owner?: string; phase?: PodPhase } = {}): Pod {
  const { namespace = 'shop', owner = 'web', phase = 'Running' } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace,
      name,
      ...(owner && {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: owner, uid: owner, controller: true },
        ],
      }),
    },
    spec: { containers: [{ name: 'app' }, { name: 'log' }] },
    status: { phase },
  };
}

async function usageOf(pods: Pod[], used: Record<string, { cpu?: number; memory?: number; agoMs?: number }>) {
  const peers = new PeerUsage({
    caches: {
      pods: { list: () => pods },
      vpasByTarget: { has: (namespace: string) => namespace === 'shop' },
    } as never,
    targets: {
      topmostController: (namespace, owners) => {
        const owner = owners?.[0];
        return owner && targetOf(namespace, owner);
      },
    },
    state: {
      usageOf: (namespace, name, container) => {
        const one = used[`${namespace}/${name}/${container}`];
        return one && { atMs: NOW_MS - (one.agoMs ?? 0), cpuMillicores: one.cpu, memoryBytes: one.memory };
      },
    },
    clock: new ManualClock(NOW_MS),
  });
  await peers.refresh(new Slices());
  return peers.of(ownerKey(WEB));
}

it('is the most of any pod of the workload, each resource by itself', async () => {
  const broken = { ...pod('broken'), spec: null } as never;
  const pods = [
    broken,
    pod('a'),
    pod('b'),
    pod('new'),
    pod('ended', { phase: 'Failed' }),
    pod('other', { owner: 'db' }),
  ];
  const all = {
    'shop/a/app': { cpu: 100, memory: 500 },
    'shop/b/app': { cpu: 50, memory: 600 },
    'shop/b/log': { memory: 7 },
    'shop/ended/app': { memory: 9000 },
    'shop/other/app': { memory: 9000 },
  };
  expect(await usageOf(pods, all)).toEqual(
    new Map([
      ['app', { cpu: 100, memory: 600 }],
      ['log', { memory: 7 }],
    ]),
  );
});

it('is unknown without samples of late, without an owner and where no VPA is', async () => {
  expect(await usageOf([pod('a')], {})).toBeUndefined();
  const old = { 'shop/a/app': { memory: 5, agoMs: NEWEST_USAGE_MS + 1 } };
  expect(await usageOf([pod('a')], old)).toBeUndefined();
  expect(await usageOf([pod('a', { owner: '' })], { 'shop/a/app': { memory: 5 } })).toBeUndefined();
  const elsewhere = { 'quiet/a/app': { memory: 5 } };
  expect(await usageOf([pod('a', { namespace: 'quiet' })], elsewhere)).toBeUndefined();
});

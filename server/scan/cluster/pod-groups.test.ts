import { describe, expect, it } from 'vitest';
import type { LookupResult } from '../../kube/workload-lookup';
import type { OwnerReference, Pod } from '../../objects/types';
import { podGroups } from './pod-groups';

const REQUESTS = { requests: { cpu: '1', memory: '1Gi' } };

function pod(name: string, owner?: Partial<OwnerReference>, own: Partial<Pod> = {}): Pod {
  return {
    metadata: {
      namespace: 'shop',
      name,
      labels: { app: 'same' },
      ...(owner && {
        ownerReferences: [{ apiVersion: 'v1', kind: 'Job', name: '', uid: '1', controller: true, ...owner }],
      }),
    },
    spec: { containers: [{ name: 'app', resources: REQUESTS }] },
    ...own,
  } as Pod;
}

/** What owns an object, by its kind and name; all others are at the top. */
const learning =
  (owners: Record<string, Partial<OwnerReference> | LookupResult>) =>
  async (ref: { kind: string; name: string }) => {
    const owner = owners[`${ref.kind}/${ref.name}`];
    if (owner && ('error' in owner || owner.kind === 'missing')) return owner as LookupResult;
    return {
      kind: 'object',
      uid: '1',
      owners: owner ? [{ controller: true, uid: '2', ...owner }] : [],
      scalable: false,
    } as unknown as LookupResult;
  };

async function grouped(pods: Pod[], owners: Parameters<typeof learning>[0] = {}, covered: string[] = []) {
  const caches = { pods: { list: () => pods }, vpasByTarget: { targeting: () => [] } };
  return podGroups(
    caches as unknown as Parameters<typeof podGroups>[0],
    { pods: new Set(covered), titles: new Set(), wants: () => true },
    learning(owners),
  );
}

const titlesOf = ({ targets }: Awaited<ReturnType<typeof grouped>>) =>
  targets
    .map(({ ref: { kind, name }, pods, replicas }) => `${kind}/${name} ${pods.length} ${replicas}`)
    .sort();

describe('pods of no workload with a template', () => {
  const strimzi = { apiVersion: 'core.strimzi.io/v1', kind: 'StrimziPodSet', name: 'kafka' };

  it("are grouped by what is above their owners, of operators' own kinds too", async () => {
    const groups = await grouped([pod('kafka-0', strimzi), pod('kafka-1', strimzi), pod('alone')], {
      'StrimziPodSet/kafka': { apiVersion: 'kafka.strimzi.io/v1', kind: 'Kafka', name: 'events' },
    });
    expect(titlesOf(groups)).toEqual(['Kafka/events 2 2', 'Pod/alone 1 1']);
  });

  it('are told apart by their group, whatever labels they have', async () => {
    const groups = await grouped([pod('kafka-0', strimzi), pod('alone')]);
    const labels = groups.targets.map(({ pods: [one] }) => one?.metadata.labels);
    expect(new Set(labels.map((one) => JSON.stringify(one))).size).toBe(2);
    expect(labels).toContainEqual(groups.labelsOf(pod('kafka-0')));
    expect(groups.labelsOfOwned('shop', 'StrimziPodSet', 'kafka')).toBeDefined();
    expect(groups.labelsOfOwned('shop', 'StrimziPodSet', 'other')).toBeUndefined();
  });

  it('are one where a program makes Jobs, those that ended among them', async () => {
    const ended = { status: { phase: 'Succeeded' } } as Partial<Pod>;
    const groups = await grouped([
      pod('a', { name: 'import-20260301' }, ended),
      pod('b', { name: 'import-20260302' }),
      pod('c', { name: 'other' }),
    ]);
    expect(titlesOf(groups)).toEqual(['Job/import 1 1', 'Job/other 1 1']);
    expect(groups.labelsOfOwned('shop', 'Job', 'import-20251224')).toBeDefined();
  });

  it('are named by their file if the kubelet makes them', async () => {
    const groups = await grouped([pod('kube-apiserver-node-1', { kind: 'Node', name: 'node-1' })]);
    expect(titlesOf(groups)).toEqual(['Pod/kube-apiserver 1 1']);
  });

  it('say what cannot be followed', async () => {
    const groups = await grouped([pod('kafka-0', strimzi)], {
      'StrimziPodSet/kafka': { kind: 'failed', error: new Error('forbidden') },
    });
    expect(groups.targets[0]?.notFollowed).toBe('who owns StrimziPodSet kafka is not known: forbidden');
  });

  it.each([
    ['request nothing', pod('a', undefined, { spec: { containers: [{ name: 'app' }] } }), []],
    ['have ended', pod('a', undefined, { status: { phase: 'Failed' } } as Partial<Pod>), []],
    ['are those of a workload', pod('a'), ['shop/a']],
    [
      'are of a workload that is not wanted',
      pod('a', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }),
      [],
    ],
  ])('are left out if they %s', async (_, one, covered) => {
    expect(titlesOf(await grouped([one], {}, covered))).toEqual([]);
  });
});

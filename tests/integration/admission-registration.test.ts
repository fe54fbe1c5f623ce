import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { uninstallAdmission } from '@/server/admission';
import { isSecretPath } from '@/server/admission/serving/review-paths';
import { ADMISSION_LEASE_NAME } from '@/server/kube/lease';
import type { Lease } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import {
  certificates,
  cluster,
  clusterForEach,
  decoded,
  editRegistration,
  registration,
  renewedAt,
  running,
  start,
} from '../support/admission-upkeep';
import { WEBHOOKS } from '../support/admitting';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

clusterForEach();

describe('the registration of the webhook', () => {
  it('fails open, names the listener and has the authority of its certificate', async () => {
    const { handle } = await start();
    const [pods, vpas] = registration()?.webhooks ?? [];
    expect(pods?.clientConfig.url).toMatch(`https://127.0.0.1:${handle.port}/mutate/`);
    expect(isSecretPath(new URL(pods?.clientConfig.url ?? '').pathname)).toBe(true);
    expect([pods?.failurePolicy, vpas?.failurePolicy, pods?.timeoutSeconds]).toEqual(['Ignore', 'Ignore', 5]);
    const caBundle = Buffer.from(pods?.clientConfig.caBundle ?? '', 'base64').toString('utf8');
    expect(caBundle).toBe(decoded(certificates(), 'ca.crt'));
  });

  it('is repaired when someone edits it, and what others added stays', async () => {
    await start({}, { timings: { registrationEveryMs: 20 } });
    const before = registration()?.webhooks;
    editRegistration((draft) => {
      draft.metadata.labels = { ...draft.metadata.labels, team: 'a' };
      for (const webhook of draft.webhooks ?? []) {
        webhook.clientConfig.caBundle = Buffer.from('somebody else').toString('base64');
        webhook.timeoutSeconds = 29;
      }
    });
    await until('the registration mended', () => registration()?.webhooks?.[0]?.timeoutSeconds === 5);
    expect(registration()?.webhooks).toEqual(before);
    expect(registration()?.metadata.labels).toMatchObject({ team: 'a' });
  });

  it('is repaired at once when someone edits the address', async () => {
    const { handle } = await (await start({}, { timings: { registrationEveryMs: 20 } })).healthy();
    const address = registration()?.webhooks?.[0]?.clientConfig.url;
    expect(address).toContain(`:${handle.port}/`);
    editRegistration((draft) => {
      for (const webhook of draft.webhooks ?? []) webhook.clientConfig.url = 'https://127.0.0.1:1/mutate';
    });
    await until('the address mended', () =>
      registration()?.webhooks?.every(({ clientConfig }) => clientConfig.url === address),
    );
  });

  it('stays with the process that serves it, and goes to the next when that one ends', async () => {
    const first = await (await start({}, { timings: { registrationEveryMs: 20 } })).healthy();
    const versions = new Set<string | undefined>();
    const end = cluster.sandbox.registry.watch(WEBHOOKS, ({ object }) =>
      versions.add(object.metadata.resourceVersion),
    );
    const second = await start({}, { timings: { registrationEveryMs: 20, healthEveryMs: 20 } });
    await until('a second process that says it does not serve', () =>
      second.problems().includes('webhook-not-serving'),
    );
    expect(second.problems()).toContain('webhook-registered-elsewhere');
    expect(first.problems()).toEqual([]);
    expect(versions.size).toBe(0);
    end();

    running.splice(running.indexOf(first), 1);
    await first.stop();
    await second.healthy();
    expect(registration()?.webhooks?.[0]?.clientConfig.url).toContain(`:${second.handle.port}/`);
    expect(second.problems()).not.toContain('webhook-registered-elsewhere');
  });

  it('leaves out ignored namespaces and those the selectors exclude', async () => {
    await start({
      ignoredVpaObjectNamespaces: ['kube-system'],
      admissionNamespaceSelector: 'team in (a,b)',
      admissionObjectSelector: '!skip',
    });
    const [pods, vpas] = registration()?.webhooks ?? [];
    const notIgnored = { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] };
    expect(pods?.namespaceSelector.matchExpressions).toEqual([
      notIgnored,
      { key: 'team', operator: 'In', values: ['a', 'b'] },
    ]);
    expect(pods?.objectSelector.matchExpressions).toEqual([{ key: 'skip', operator: 'DoesNotExist' }]);
    expect(vpas?.namespaceSelector.matchExpressions).toEqual([notIgnored]);
  });

  it('keeps expressions that others add to leave out namespaces they mark, and goes on working', async () => {
    const admitting = await (
      await start({}, { timings: { registrationEveryMs: 20, healthEveryMs: 20 } })
    ).healthy();
    const theirs = [
      { key: 'control-plane', operator: 'NotIn' as const, values: ['true'] },
      { key: 'kubernetes.azure.com/managedby', operator: 'NotIn' as const, values: ['aks'] },
    ];
    editRegistration((draft) => {
      for (const webhook of draft.webhooks ?? [])
        webhook.namespaceSelector = {
          matchExpressions: [...theirs, ...(webhook.namespaceSelector.matchExpressions ?? [])],
        };
    });
    const narrowed = registration();
    const last = renewedAt();
    await until('a renewed lease', () => renewedAt() !== last);
    expect(admitting.handle.health().kind).toBe('healthy');
    expect(registration()).toEqual(narrowed);
    expect(admitting.problems()).toEqual([]);

    // What else is wrong is mended around them.
    editRegistration((draft) => {
      for (const webhook of draft.webhooks ?? []) webhook.timeoutSeconds = 29;
    });
    await until('the timeout mended', () => registration()?.webhooks?.[0]?.timeoutSeconds === 5);
    expect(registration()?.webhooks?.[0]?.namespaceSelector).toEqual(
      narrowed?.webhooks?.[0]?.namespaceSelector,
    );
    expect(admitting.handle.health().kind).toBe('healthy');
  });

  it('says so where such an expression leaves out namespaces with VPAs', async () => {
    const admitting = await (
      await start({}, { timings: { registrationEveryMs: 20, healthEveryMs: 20 } })
    ).healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    const added = (values: string[]) =>
      editRegistration((draft) => {
        for (const webhook of draft.webhooks ?? [])
          webhook.namespaceSelector = {
            matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values }],
          };
      });
    added([NAMESPACE, 'kube-system']);
    // Ours is missing from it, so it is mended.
    await until('our own expression', () =>
      registration()?.webhooks?.[0]?.namespaceSelector.matchExpressions?.some(
        ({ values }) => values?.join() === 'kube-system',
      ),
    );
    editRegistration((draft) => {
      for (const { namespaceSelector } of draft.webhooks ?? [])
        namespaceSelector.matchExpressions = [
          ...(namespaceSelector.matchExpressions ?? []),
          { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: [NAMESPACE] },
        ];
    });
    await until('the problem', () => admitting.problems().includes('webhook-narrowed'));
    await admitting.healthy();
    editRegistration((draft) => {
      for (const { namespaceSelector } of draft.webhooks ?? [])
        namespaceSelector.matchExpressions = namespaceSelector.matchExpressions?.filter(
          ({ values }) => values?.join() !== NAMESPACE,
        );
    });
    await until('no problem', () => !admitting.problems().includes('webhook-narrowed'));
  });

  it('mends expressions that ask for less than the marked namespaces leave', async () => {
    await start({}, { timings: { registrationEveryMs: 20 } });
    const before = registration()?.webhooks;
    editRegistration((draft) => {
      for (const { namespaceSelector } of draft.webhooks ?? [])
        namespaceSelector.matchExpressions = [
          ...(namespaceSelector.matchExpressions ?? []),
          { key: 'team', operator: 'In', values: ['a'] },
        ];
    });
    await until('the selectors mended', () => isDeepStrictEqual(registration()?.webhooks, before));
  });

  it('is kept when admission stops', async () => {
    await start();
    await running.pop()?.stop();
    expect(registration()?.webhooks).toHaveLength(2);
  });
});

describe('uninstalling', () => {
  it('is removed with certificates, lease and conditions, even twice', async () => {
    const { context } = await (await start()).healthy();
    await cluster.autoscaler('web');
    await running.pop()?.handle.stop();
    const others = [{ type: 'RecommendationProvided', status: 'True' } as const];
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      'web',
      (draft) => {
        const condition = { type: 'PodsUnpatched', status: 'True', message: 'some' } as const;
        const low = { type: 'LowConfidence', status: 'True', message: 'some' } as const;
        draft.status = { ...draft.status, conditions: [condition, low, ...others] };
      },
      { subresource: 'status' },
    );
    await uninstallAdmission(context.client, context.config);
    await uninstallAdmission(context.client, context.config);
    expect([registration(), certificates(), renewedAt()]).toEqual([undefined, undefined, undefined]);
    const { status } = cluster.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web') ?? {};
    expect(status?.conditions).toEqual(others);
    await context.caches.stop();
    await context.client.close();
  });

  it('removes every lease that is ours, and none that the upstream VPA holds', async () => {
    const { context } = await (await start()).healthy();
    await running.pop()?.handle.stop();
    const LEASES = 'leases.coordination.k8s.io';
    const { registry } = cluster.sandbox;
    const namespace = context.config.systemNamespace;
    const names = ['plumbline-horizontal', 'plumbline-updater', 'somebody-elses'];
    for (const name of names)
      await registry.create(LEASES, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace, name },
        spec: { holderIdentity: 'gone', leaseDurationSeconds: 15 },
      } as Lease);
    registry.mutate<Lease>(LEASES, namespace, ADMISSION_LEASE_NAME, (draft) => {
      draft.spec.holderIdentity = 'vpa-admission-controller';
    });
    await uninstallAdmission(context.client, context.config);
    const left = [...registry.list<Lease>(LEASES, namespace)].map(({ metadata }) => metadata.name);
    expect(left.sort()).toEqual(['somebody-elses', ADMISSION_LEASE_NAME]);
    await context.caches.stop();
    await context.client.close();
  });
});

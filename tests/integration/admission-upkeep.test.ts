import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ADMISSION_LEASE_NAME, CERTIFICATE_SECRET_NAME, uninstallAdmission } from '@/server/admission';
import { type Lifetimes, makeCertificates } from '@/server/admission/certificates';
import {
  desiredConfiguration,
  type MutatingWebhookConfiguration,
  type Webhook,
} from '@/server/admission/webhook-configuration';
import { acceleratedClock, wallClock } from '@/server/clock';
import type { Config } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import type { KubeObject, Lease, Pod, Secret, Workload } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { silentLogger } from '@/server/log';
import { reportCacheProblems } from '@/server/runtime/cache-problems';
import { createRegistry } from '@/server/sandbox/api/create-registry';
import { startApiServer } from '@/server/sandbox/api/server';
import {
  AdmissionCluster,
  Admitting,
  LEASES,
  NAMESPACE,
  RECOMMENDED,
  RECOMMENDED_AMOUNTS,
  REQUESTED_AMOUNTS,
  requestsOf,
  template,
  until,
  VPAS,
  WEBHOOKS,
} from '../support/admitting';

const SYSTEM = 'kube-system';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFETIMES: Lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 90 * DAY_MS };

let cluster: AdmissionCluster;
const running: Admitting[] = [];

async function start(
  ...args: [Parameters<typeof Admitting.start>[1]?, Parameters<typeof Admitting.start>[2]?]
) {
  const admitting = await Admitting.start(cluster.sandbox.kubeconfigPath, ...args);
  running.push(admitting);
  return admitting;
}

beforeEach(async () => {
  cluster = await AdmissionCluster.start();
});

afterEach(async () => {
  for (const admitting of running.splice(0)) await admitting.stop();
  await cluster.close();
});

function registration(): MutatingWebhookConfiguration | undefined {
  return cluster.sandbox.registry.get<MutatingWebhookConfiguration>(WEBHOOKS, undefined, 'plumbline');
}

function certificates(): Secret | undefined {
  return cluster.sandbox.registry.get<Secret>('secrets', SYSTEM, CERTIFICATE_SECRET_NAME);
}

function renewedAt(): string | undefined {
  return cluster.sandbox.registry.get<Lease>(LEASES, SYSTEM, ADMISSION_LEASE_NAME)?.spec.renewTime;
}

/** Times of creation are whole seconds: what comes from then on came later than what there is. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(wallClock.now() / 1000);
  await until(() => Math.floor(wallClock.now() / 1000) > second);
}

function decoded(secret: Secret | undefined, key: string): string {
  return Buffer.from(secret?.data?.[key] ?? '', 'base64').toString('utf8');
}

describe('the registration of the webhook', () => {
  it('fails open, names the listener and carries the authority of its certificate', async () => {
    const { handle } = await start();
    const [pods, vpas] = registration()?.webhooks ?? [];
    expect(pods?.clientConfig.url).toBe(`https://127.0.0.1:${handle.port}/mutate`);
    expect([pods?.failurePolicy, vpas?.failurePolicy, pods?.timeoutSeconds]).toEqual(['Ignore', 'Ignore', 5]);
    const caBundle = Buffer.from(pods?.clientConfig.caBundle ?? '', 'base64').toString('utf8');
    expect(caBundle).toBe(decoded(certificates(), 'ca.crt'));
  });

  it('is mended when someone edits it, and what others added to it stays', async () => {
    await start({}, { timings: { registrationEveryMs: 20 } });
    const before = registration()?.webhooks;
    cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(
      WEBHOOKS,
      undefined,
      'plumbline',
      (draft) => {
        draft.metadata.labels = { ...draft.metadata.labels, team: 'a' };
        for (const webhook of draft.webhooks ?? []) {
          webhook.clientConfig.caBundle = Buffer.from('somebody else').toString('base64');
          webhook.timeoutSeconds = 29;
        }
      },
    );
    await until(() => registration()?.webhooks?.[0]?.timeoutSeconds === 5);
    expect(registration()?.webhooks).toEqual(before);
    expect(registration()?.metadata.labels).toMatchObject({ team: 'a' });
  });

  it('is mended at once when someone edits the address', async () => {
    const { handle } = await (await start({}, { timings: { registrationEveryMs: 20 } })).healthy();
    const address = `https://127.0.0.1:${handle.port}/mutate`;
    cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(
      WEBHOOKS,
      undefined,
      'plumbline',
      (draft) => {
        for (const webhook of draft.webhooks ?? []) webhook.clientConfig.url = 'https://127.0.0.1:1/mutate';
      },
    );
    await until(() => registration()?.webhooks?.every(({ clientConfig }) => clientConfig.url === address));
  });

  it('stays with the process that serves it, and goes to the next when that one is gone', async () => {
    const first = await (await start({}, { timings: { registrationEveryMs: 20 } })).healthy();
    const versions = new Set<string | undefined>();
    const end = cluster.sandbox.registry.watch(WEBHOOKS, ({ object }) =>
      versions.add(object.metadata.resourceVersion),
    );
    const second = await start({}, { timings: { registrationEveryMs: 20, healthEveryMs: 20 } });
    await until(() => second.problems().includes('webhook-not-serving'));
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

  it('leaves out ignored namespaces and what the selectors leave out', async () => {
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

  it('is kept when admission stops', async () => {
    await start();
    await running.pop()?.stop();
    expect(registration()?.webhooks).toHaveLength(2);
  });
});

describe('uninstalling', () => {
  it('takes registration, certificates, lease and conditions out of the cluster, and may be done twice', async () => {
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
        draft.status = { ...draft.status, conditions: [condition, ...others] };
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
});

describe('the certificates of the webhook', () => {
  it('are one and the same for replicas that start together', async () => {
    const replicas = await Promise.all([start(), start({ admissionWebhookName: 'plumbline-2' })]);
    await Promise.all(replicas.map((replica) => replica.healthy()));
    const bundleOf = (name: string) =>
      cluster.sandbox.registry.get<MutatingWebhookConfiguration>(WEBHOOKS, undefined, name)?.webhooks?.[0]
        ?.clientConfig.caBundle;
    expect(bundleOf('plumbline')).toBe(bundleOf('plumbline-2'));
  });

  it('from files need to stand only for the name the API server asks for, and for that they must', async () => {
    const files = async (host: string): Promise<Partial<Config>> => {
      const { certPem, keyPem, caPem } = await makeCertificates([host], wallClock.now(), LIFETIMES);
      const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-certificates-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const entries = Object.entries({ cert: certPem, key: keyPem, ca: caPem }).map(([name, pem]) => {
        const file = path.join(folder, name);
        writeFileSync(file, pem);
        return file;
      });
      const [admissionCertFile, admissionKeyFile, admissionCaFile] = entries;
      return { admissionCertFile, admissionKeyFile, admissionCaFile };
    };
    const named = { admissionServiceName: 'hook', admissionServiceNamespace: 'plumbline' };
    await (await start({ ...named, ...(await files('hook.plumbline.svc')) })).healthy();
    await running.pop()?.stop();
    const other = await start(
      { ...named, ...(await files('hook.elsewhere.svc')) },
      { timings: { healthEveryMs: 20 } },
    );
    await until(() => other.handle.health().kind === 'unhealthy');
    expect(other.problems()).toEqual(
      expect.arrayContaining(['webhook-certificate-unusable', 'webhook-not-serving']),
    );
  });

  it('are made anew when those found have expired', async () => {
    const longAgo = wallClock.now() - 200 * DAY_MS;
    const expired = await makeCertificates(['127.0.0.1'], longAgo, LIFETIMES);
    await cluster.create<Secret>('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: CERTIFICATE_SECRET_NAME, namespace: SYSTEM },
      data: Object.fromEntries(
        [
          ['ca.crt', expired.caPem],
          ['ca.key', expired.caKeyPem],
          ['tls.crt', expired.certPem],
          ['tls.key', expired.keyPem],
        ].map(([key = '', pem = '']) => [key, Buffer.from(pem).toString('base64')]),
      ),
    });
    await (await start()).healthy();
    expect(decoded(certificates(), 'ca.crt')).toBe(expired.caPem);
    expect(decoded(certificates(), 'tls.crt')).not.toBe(expired.certPem);
  });

  it('run out and are renewed under a load of pods, and not one comes without its patch', async () => {
    const lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 12_000 };
    const admitting = await start(
      {},
      { timings: { certificateLifetimes: lifetimes, certificatesEveryMs: 50 } },
    );
    await admitting.healthy();
    const first = (await served(admitting)).validToMs;
    const expiries = new Set([first]);
    await underLoad(admitting, async () => {
      expiries.add((await served(admitting)).validToMs);
      return expiries.size >= 2 && wallClock.now() > first;
    });
  });

  it('are all made anew when somebody deletes their Secret, and under a load of pods nothing is lost', async () => {
    const admitting = await start({}, { timings: { certificatesEveryMs: 50 } });
    await admitting.healthy();
    const before = decoded(certificates(), 'ca.crt');
    cluster.sandbox.registry.delete('secrets', SYSTEM, CERTIFICATE_SECRET_NAME);
    await underLoad(admitting, async () => {
      await served(admitting);
      const now = decoded(certificates(), 'ca.crt');
      return now !== '' && now !== before && bundle() === now;
    });
  });

  it('that ran out between two looks are replaced at once', async () => {
    const lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 2_000 };
    const admitting = await start({}, { timings: { certificateLifetimes: lifetimes } });
    await admitting.healthy();
    const { validToMs } = await served(admitting);
    await until(() => wallClock.now() > validToMs);
    await vi.waitFor(async () => expect((await served(admitting)).validToMs).toBeGreaterThan(validToMs), {
      timeout: 40_000,
      interval: 100,
    });
  });
});

/** What the webhook serves with, met as an API server meets it: on a new connection, by the registered authority. */
function served({ handle }: Admitting): Promise<{ validToMs: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: handle.port, ca: bundle() }, () => {
      resolve({ validToMs: Date.parse(socket.getPeerCertificate().valid_to) });
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

/** The authorities that the API server is told to believe. */
function bundle(): string {
  return Buffer.from(registration()?.webhooks?.[0]?.clientConfig.caBundle ?? '', 'base64').toString('utf8');
}

const [PODS_AT_ONCE, EVERY_MS, LEAST_PODS] = [20, 100, 1_000];

/**
 * Creates 200 pods a second, fewer on a busy machine, through the API server until `isDone`, and a thousand at least. Each has to be
 * created and to carry its patch.
 */
async function underLoad(admitting: Admitting, isDone: () => Promise<boolean>): Promise<void> {
  await cluster.autoscaler('load', 'ReplicaSet');
  await admitting.sees('load');
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'load', uid: 'none', controller: true };
  const access = loadAccess({ kubeconfig: cluster.sandbox.kubeconfigPath });
  const client = KubeClient.connect(access, { qps: 1000, burst: 1000 });
  onTestFinished(() => client.close());
  let created = 0;
  for (let done = false; !done || created < LEAST_PODS; ) {
    const batch = Array.from({ length: PODS_AT_ONCE }, () =>
      client.request<Pod>('POST', `/api/v1/namespaces/${NAMESPACE}/pods`, {
        body: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: `load-${created++}`, labels: { app: 'load' }, ownerReferences: [owner] },
          spec: template('load').spec,
        },
      }),
    );
    const [pods, isOver] = await Promise.all([Promise.all(batch), isDone(), wallClock.sleep(EVERY_MS)]);
    for (const pod of pods) expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
    done = isOver;
  }
}

describe('the lease of admission', () => {
  it('is renewed while all is well, and no more once the listener is gone; pods are created all the same', async () => {
    const admitting = await start({}, { timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    const first = await until(renewedAt);
    await until(() => renewedAt() !== first);
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await running.pop()?.stop();
    const last = renewedAt();
    await cluster.deployment('web', 2);
    expect(await cluster.requests('web', 2)).toEqual([REQUESTED_AMOUNTS, REQUESTED_AMOUNTS]);
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while the webhook is not registered, and the reason is said', async () => {
    const admitting = await start({ admissionUrl: '', admissionServiceName: '', admissionPort: 0 });
    await admitting.healthy();
    await running.pop()?.stop();
    const last = renewedAt();
    cluster.sandbox.registry.delete(WEBHOOKS, undefined, 'plumbline');
    // An address nobody can reach from here still registers; a selector nobody can read does not.
    const broken = await start({ admissionObjectSelector: 'a in (' }, { timings: { healthEveryMs: 20 } });
    await until(() => broken.handle.health().kind === 'unhealthy');
    expect(broken.handle.health()).toMatchObject({ faults: [{ check: 'registered' }] });
    expect(broken.problems()).toEqual(
      expect.arrayContaining(['webhook-not-registered', 'webhook-not-serving']),
    );
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while pods come without their patch, until one comes with it', async () => {
    const admitting = await start(
      { admissionObjectSelector: 'reviewed' },
      { timings: { healthEveryMs: 20, graceMs: 0 } },
    );
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 5);
    await until(() => admitting.handle.health().kind === 'unhealthy');
    expect(admitting.handle.health()).toMatchObject({
      faults: [
        {
          check: 'pods-come-patched',
          detail: 'the last 5 pods that a VPA controls were created without a patch',
        },
      ],
    });
    const last = renewedAt();
    const [owner] = cluster.pods('web')[0]?.metadata.ownerReferences ?? [];
    const ownerReferences = owner && [owner];
    await cluster.pod('reviewed', { labels: { app: 'web', reviewed: 'yes' }, ownerReferences });
    await until(() => admitting.handle.health().kind === 'healthy');
    await until(() => renewedAt() !== last);
  });

  it('is renewed when pods come without their patch only where the webhook is not asked', async () => {
    const admitting = await start(
      { admissionObjectSelector: 'app!=web' },
      { timings: { healthEveryMs: 20, graceMs: 0 } },
    );
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 4);
    await until(() => cluster.pods('web').length === 4);
    await cluster.pod('other');
    await cluster.deployment('web-2', 1);
    cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'web', (draft) => {
      draft.spec.replicas = 6;
    });
    await until(() => cluster.pods('web').length === 6);
    await until(() => cluster.unpatched('web')?.message?.startsWith('6 pods'));
    const last = renewedAt();
    await until(() => renewedAt() !== last);
    expect(admitting.handle.health().kind).toBe('healthy');
  });

  it('is renewed under a registration that something else keeps only while that asks and believes', async () => {
    const admitting = await start(
      { admissionRegister: false },
      { timings: { healthEveryMs: 20, registrationEveryMs: 20 } },
    );
    const fault = (words: string) =>
      until(() => {
        const health = admitting.handle.health();
        return health.kind === 'unhealthy' && health.faults.some(({ detail }) => detail.includes(words));
      });
    await fault('there is no MutatingWebhookConfiguration plumbline');
    const address = { kind: 'url', url: `https://127.0.0.1:${admitting.handle.port}/mutate` } as const;
    const theirs = desiredConfiguration(admitting.context.config, address, decoded(certificates(), 'ca.crt'));
    await cluster.create(WEBHOOKS, theirs);
    await admitting.healthy();
    const edit = (change: (webhook: Webhook) => void) =>
      cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(
        WEBHOOKS,
        undefined,
        'plumbline',
        (draft) => draft.webhooks?.forEach(change),
      );
    const other = await makeCertificates(['127.0.0.1'], wallClock.now(), LIFETIMES);
    edit(({ clientConfig }) => {
      clientConfig.caBundle = Buffer.from(other.caPem).toString('base64');
    });
    await fault('the caBundle of plumbline is not that of the serving certificate');
    const last = renewedAt();
    edit((webhook) => {
      webhook.clientConfig.caBundle = Buffer.from(decoded(certificates(), 'ca.crt')).toString('base64');
      for (const rule of webhook.rules) rule.operations = ['UPDATE'];
    });
    await fault('the webhooks of plumbline are not asked about pods that are created');
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while somebody keeps changing the registration', async () => {
    const admitting = await start({}, { timings: { healthEveryMs: 20, registrationEveryMs: 40 } });
    await admitting.healthy();
    const meddle = () => {
      cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(
        WEBHOOKS,
        undefined,
        'plumbline',
        (draft) => {
          for (const webhook of draft.webhooks ?? [])
            webhook.objectSelector = { matchLabels: { reviewed: 'yes' } };
        },
      );
    };
    const unhealthy = () => {
      meddle();
      const health = admitting.handle.health();
      return health.kind === 'unhealthy' && health.faults;
    };
    expect(await until(unhealthy)).toEqual([
      {
        check: 'registered',
        detail: 'somebody changed or removed the registration; it has just been mended',
      },
    ]);
    await until(() => admitting.handle.health().kind === 'healthy');
    expect(registration()?.webhooks?.[0]?.objectSelector).toEqual({});
  });

  it('is not renewed while this process stands still for so long that answers come late', async () => {
    const admitting = await start({ admissionTimeoutMs: 400 }, { timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    const endMs = performance.now() + 500;
    while (performance.now() < endMs);
    await until(() => {
      const health = admitting.handle.health();
      return (
        health.kind === 'unhealthy' &&
        health.faults.some(({ detail }) => /stood still for 0\.\d s/.test(detail))
      );
    });
    await until(() => admitting.handle.health().kind === 'healthy');
  });

  it('is renewed while a stop of everything holds, since admission works all the same', async () => {
    const admitting = await start({}, { isStopped: () => true, timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    expect(admitting.problems()).toEqual([]);
  });

  /** A further cluster, in which the process may do what `allow` grants: all with some API groups. */
  async function limitedCluster() {
    const registry = await createRegistry({ clock: wallClock, log: silentLogger });
    const server = await startApiServer({ port: 0, clock: wallClock, log: silentLogger, registry });
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-forbidden-'));
    onTestFinished(async () => {
      await running.pop()?.stop();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, server.kubeconfig('limited'));
    for (const { metadata, ...definition } of cluster.sandbox.registry.list<KubeObject>(DEFINITIONS))
      await registry.create(DEFINITIONS, { ...definition, metadata: { name: metadata.name } });
    const allow = async (name: string, apiGroups: string[]) => {
      const group = 'rbac.authorization.k8s.io';
      const rules = [{ apiGroups, resources: ['*'], verbs: ['*'] }];
      const role = { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
      await registry.create(`clusterroles.${group}`, role);
      await registry.create(`clusterrolebindings.${group}`, {
        ...{ apiVersion: `${group}/v1`, kind: 'ClusterRoleBinding', metadata: { name } },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name },
        subjects: [{ apiGroup: group, kind: 'User', name: 'limited' }],
      } as KubeObject);
    };
    await allow('usual', ['', 'apps', 'batch', 'autoscaling', 'coordination.k8s.io']);
    return { kubeconfig, allow };
  }

  it('is not renewed while VPAs may not be read, and the reason is said', async () => {
    const { kubeconfig, allow } = await limitedCluster();
    await allow('registrations', ['admissionregistration.k8s.io']);
    const admitting = await Admitting.start(kubeconfig, {}, { timings: { healthEveryMs: 20 } });
    running.push(admitting);
    await until(() => admitting.handle.health().kind === 'unhealthy');
    expect(admitting.handle.health()).toMatchObject({
      faults: [{ check: 'knows-vpas', detail: 'reading VPAs is forbidden' }],
    });
    await allow('vpas', ['autoscaling.k8s.io']);
    await admitting.healthy();
  });

  it('says of a registration that something else keeps that it may not be read only for as long', async () => {
    const { kubeconfig, allow } = await limitedCluster();
    const timings = { registrationEveryMs: 20 };
    const admitting = await Admitting.start(kubeconfig, { admissionRegister: false }, { timings });
    running.push(admitting);
    await until(() => admitting.problems().includes('webhook-not-registered'));
    await allow('registrations', ['admissionregistration.k8s.io']);
    await until(() => !admitting.problems().includes('webhook-not-registered'));
  });

  it('is not renewed while the definitions of VPAs are missing, which is all that is said, and again once they come', async () => {
    const definitions = [...cluster.sandbox.registry.list<KubeObject>(DEFINITIONS)];
    for (const { metadata } of definitions)
      cluster.sandbox.registry.delete(DEFINITIONS, undefined, metadata.name);
    const admitting = await start({}, { timings: { healthEveryMs: 20 } });
    const end = reportCacheProblems(admitting.context.caches, admitting.context.problems);
    await until(() => admitting.handle.health().kind === 'no-vpas');
    await until(() => registration() !== undefined);
    expect(admitting.handle.health().kind).toBe('no-vpas');
    expect([admitting.problems(), renewedAt()]).toEqual([['crds-not-installed'], undefined]);
    for (const definition of definitions) {
      const { resourceVersion: _none, uid: _one, ...metadata } = definition.metadata;
      await cluster.create(DEFINITIONS, { ...definition, metadata });
    }
    await admitting.healthy();
    await until(renewedAt);
    expect(admitting.problems()).toEqual([]);
    end();
  });
});

describe('pods that come without their patch', () => {
  it.each([
    ['ahead of', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('are noticed by a clock an hour %s that of the cluster', async (_name, apartMs) => {
    const clock = acceleratedClock(wallClock.now() + apartMs, 1);
    const timings = { healthEveryMs: 20, conditionsEveryMs: 20, graceMs: 0 };
    const settings = { admissionObjectSelector: 'reviewed' };
    const admitting = await Admitting.start(cluster.sandbox.kubeconfigPath, settings, { timings }, clock);
    running.push(admitting);
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 1);
    const condition = await until(() => cluster.unpatched('web'));
    expect(condition.message).toMatch(/^1 pod was created without the recommendation, at 2/);
    // Taken away by somebody, it comes again: it is not forgotten.
    cluster.recommend('web', RECOMMENDED);
    expect(await until(() => cluster.unpatched('web'))).toEqual(condition);
  });
});

describe('a recommender in another process', () => {
  it('that does not answer costs no pod its recommendation', async () => {
    const admitting = await start({ admissionRecommenderUrl: 'http://127.0.0.1:1' });
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await cluster.deployment('web', 2);
    expect(await cluster.requests('web', 2)).toEqual([RECOMMENDED_AMOUNTS, RECOMMENDED_AMOUNTS]);
    expect(admitting.handle.mutations()[0]?.origin).toBe('status');
  });
});

describe('a recommender in this process', () => {
  it('is asked before the status', async () => {
    const target = { cpu: '777m', memory: '500Mi' };
    const recommendation = { containerRecommendations: [{ containerName: 'app', target }] };
    const admitting = await start({}, { recommender: () => ({ recommendationFor: () => recommendation }) });
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await cluster.deployment('web', 1);
    expect(await cluster.requests('web', 1)).toEqual([{ cpu: 777, memory: 500 * 2 ** 20 }]);
  });

  it('answers queries for a pod that has yet to be created', async () => {
    const admitting = await start();
    await cluster.autoscaler('web', 'Deployment', {
      resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '150m' } }] },
    });
    await admitting.sees('web');
    await cluster.deployment('web', 1);
    await cluster.requests('web', 1);
    const [pod] = cluster.pods('web');
    if (!pod) throw new Error('there is no pod');
    const answer = await admitting.handle.recommend({ kind: 'pod', namespace: NAMESPACE, pod });
    expect(answer).toMatchObject({
      vpa: 'web',
      origin: 'status',
      containers: [
        { name: 'app', requests: { cpu: '150m', memory: '250Mi' }, notes: ['cpu capped to maxAllowed'] },
      ],
    });
    await expect(
      admitting.handle.recommend({ kind: 'pod-name', namespace: NAMESPACE, name: 'none' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

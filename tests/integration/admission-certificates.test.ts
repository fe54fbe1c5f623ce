import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CERTIFICATE_SECRET_NAME } from '@/server/admission';
import { makeCertificates } from '@/server/admission/serving/certificates';
import type { MutatingWebhookConfiguration } from '@/server/admission/serving/webhook-configuration';
import type { Config } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { wallClock } from '@/server/lib/time/clock';
import type { Pod, Secret } from '@/server/objects/types';
import {
  bundle,
  certificates,
  cluster,
  clusterForEach,
  DAY_MS,
  decoded,
  LIFETIMES,
  OWN,
  running,
  SYSTEM,
  start,
} from '../support/admission-upkeep';
import { type Admitting, RECOMMENDED_AMOUNTS, requestsOf, template, WEBHOOKS } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

clusterForEach();

describe('the certificates of the webhook', () => {
  it('are the same for replicas that start together', async () => {
    const replicas = await Promise.all([start(), start({ admissionWebhookName: 'plumbline-2' })]);
    await Promise.all(replicas.map((replica) => replica.healthy()));
    const bundleOf = (name: string) =>
      cluster.sandbox.registry.get<MutatingWebhookConfiguration>(WEBHOOKS, undefined, name)?.webhooks?.[0]
        ?.clientConfig.caBundle;
    expect(bundleOf('plumbline')).toBe(bundleOf('plumbline-2'));
  });

  it('from files must include the name the API server uses, and no other', async () => {
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
    await until('unhealthy admission', () => other.handle.health().kind === 'unhealthy');
    expect(other.problems()).toEqual(
      expect.arrayContaining(['webhook-certificate-unusable', 'webhook-not-serving']),
    );
  });

  it('are replaced if the existing ones have expired', async () => {
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

  it('expire and are renewed under a load of pods, and every pod gets its patch', async () => {
    const lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 30_000 };
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

  it('are replaced if someone deletes their Secret, and under load no pod loses its patch', async () => {
    const admitting = await start({}, { timings: { certificatesEveryMs: 50 } });
    await admitting.healthy();
    const before = decoded(certificates(), 'ca.crt');
    cluster.sandbox.registry.delete('secrets', OWN, CERTIFICATE_SECRET_NAME);
    await underLoad(admitting, async () => {
      await served(admitting);
      const now = decoded(certificates(), 'ca.crt');
      return now !== '' && now !== before && bundle() === now;
    });
  });

  it('that expired between two checks are replaced at once', async () => {
    const lifetimes = { authorityMs: 3650 * DAY_MS, servingMs: 2_000 };
    const admitting = await start({}, { timings: { certificateLifetimes: lifetimes } });
    await admitting.healthy();
    const { validToMs } = await served(admitting);
    await until('a certificate that ran out', () => wallClock.now() > validToMs);
    await vi.waitFor(
      async () => expect((await served(admitting)).validToMs).toBeGreaterThan(validToMs),
      PATIENCE,
    );
  });
});

/** The webhook as an API server sees it: on a new connection, verified by the registered authority. */
function served({ handle }: Admitting): Promise<{ validToMs: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: handle.port, ca: bundle() }, () => {
      resolve({ validToMs: Date.parse(socket.getPeerCertificate().valid_to) });
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const [PODS_AT_ONCE, EVERY_MS, LEAST_PODS] = [10, 100, 1_000];

/**
 * Creates 100 pods a second, fewer on a busy machine, through the API server until `isDone`, and at least a
 * thousand. Each must be created with its patch.
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

import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registeredPath } from '@/server/admission/serving/webhook-configuration';
import {
  certificates,
  cluster,
  clusterForEach,
  decoded,
  editRegistration,
  registration,
  renewedAt,
  start,
} from '../support/admission-upkeep';
import { type Admitting, RECOMMENDED_AMOUNTS, requestsOf, template } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';

clusterForEach();

const HUGE = 'n'.repeat(4_500_000);

function path(): string {
  const [webhook] = registration()?.webhooks ?? [];
  return webhook ? registeredPath(webhook) : '';
}

function forged(name: string) {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'none', controller: true };
  return {
    uid: 'u',
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: NAMESPACE,
    operation: 'CREATE',
    userInfo: { username: 'system:admin' },
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: NAMESPACE, ownerReferences: [owner] },
      spec: template('web').spec,
    },
  };
}

function forgedVpa(name: string) {
  return {
    ...forged(name),
    resource: { group: 'autoscaling.k8s.io', version: 'v1', resource: 'verticalpodautoscalers' },
    object: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: NAMESPACE },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
    },
  };
}

/** Posts a review to the webhook itself; what it answers, or the status it refuses with. */
function post(
  { handle }: Admitting,
  to: string,
  asked: object,
): Promise<{ allowed?: boolean; patch?: string } | number> {
  const body = JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: asked });
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: handle.port, rejectUnauthorized: false, agent: false };
    const headers = { 'content-length': Buffer.byteLength(body) };
    const sent = request({ ...options, headers, path: to, method: 'POST' }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve(response.statusCode === 200 ? JSON.parse(text).response : (response.statusCode ?? 0)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What a review of a stranger leaves behind anywhere. */
async function tracesOf(admitting: Admitting, accepted: readonly string[]) {
  const metrics = await admitting.context.metrics.metrics();
  const counted = /^plumbline_admission_unproven_total (\d+)$/m.exec(metrics)?.[1];
  const reviewed = metrics.match(/^plumbline_admission_reviews_total\{.*$/gm) ?? [];
  return {
    mutations: admitting.mutations(),
    accepted,
    problems: admitting.problems(),
    counted,
    reviewed,
  };
}

describe('who only reaches the port of the webhook', () => {
  it('learns nothing by reviews and leaves nothing behind but a count', async () => {
    const accepted: string[] = [];
    const admitting = await start({}, { accepted: (_namespace, _vpa, who) => accepted.push(who) });
    await admitting.healthy();
    await cluster.autoscaler('web', 'ReplicaSet');
    await admitting.sees('web');
    accepted.length = 0;
    const before = await tracesOf(admitting, accepted);
    for (const to of ['/mutate', `${path()}x`, path().slice(0, -1)])
      for (const asked of [forged('pod'), forgedVpa('vpa'), { uid: 'u', object: 3 }])
        expect(await post(admitting, to, asked)).toEqual({ uid: 'u', allowed: true });
    expect(await tracesOf(admitting, accepted)).toEqual({ ...before, counted: '9' });
    expect(await post(admitting, path(), forged('pod'))).toHaveProperty('patch');
    await post(admitting, path(), forgedVpa('vpa'));
    expect(accepted).toEqual(['system:admin']);
  });

  it('cannot post what is large, and a name that no object has is not kept, whoever sends it', async () => {
    const admitting = await (await start()).healthy();
    await cluster.autoscaler('web', 'ReplicaSet');
    await admitting.sees('web');
    expect(await post(admitting, '/mutate', forged(HUGE))).toBe(413);
    expect(await post(admitting, path(), forged(HUGE))).toEqual({ uid: 'u', allowed: true });
    expect(await post(admitting, path(), forgedVpa(HUGE))).toEqual({ uid: 'u', allowed: true });
    const unreadable = { ...forged('web'), object: { ...forged('web').object, spec: { [HUGE]: 1 } } };
    await post(admitting, path(), unreadable);
    const said = JSON.stringify([admitting.mutations(), admitting.context.problems.list()]);
    expect(said.length).toBeLessThan(20_000);
  });

  it('stops neither reviews nor the lease with silent connections', async () => {
    const admitting = await start({ admissionMaxConcurrent: 8 }, { timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    await cluster.autoscaler('web', 'ReplicaSet');
    await admitting.sees('web');
    const silent = Array.from({ length: 400 }, () => halfSent(admitting.handle.port ?? 0));
    onTestFinished(() => {
      for (const socket of silent) socket.destroy();
    });
    await until(
      '400 connections, most of them ended',
      () => silent.filter(({ destroyed }) => destroyed).length >= 272,
    );
    const last = renewedAt();
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'none', controller: true };
    for (let index = 0; index < 5; index++) {
      const pod = await cluster.pod(`web-${index}`, { ownerReferences: [owner], labels: { app: 'web' } });
      expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
    }
    await until('a renewed lease', () => renewedAt() !== last);
    expect(admitting.problems()).toEqual([]);
    expect(admitting.handle.health().kind).toBe('healthy');
  });
});

describe('the secret path', () => {
  it('is the same for replicas, is in no Secret of its own, and no problem or note names it', async () => {
    const service = { admissionServiceName: 'hook' };
    const replicas = await Promise.all([
      start(service),
      start({ ...service, admissionWebhookName: 'plumbline-2' }),
    ]);
    const secret = path().split('/').at(-1) ?? '';
    expect(secret).toHaveLength(64);
    for (const replica of replicas)
      expect(
        await post(replica, path(), { ...forged('pod'), namespace: '_self-review', object: null }),
      ).toMatchObject({
        allowed: true,
      });
    expect(Object.keys(certificates()?.data ?? {}).sort()).toEqual([
      'ca.crt',
      'ca.key',
      'tls.crt',
      'tls.key',
    ]);
    expect(decoded(certificates(), 'tls.crt')).not.toContain(secret);
    expect(JSON.stringify(registration()?.metadata)).not.toContain(secret);
  });

  it('replaces one that somebody wrote into the registration, which proves nothing', async () => {
    const admitting = await (await start({}, { timings: { registrationEveryMs: 20 } })).healthy();
    const before = path();
    editRegistration((draft) => {
      for (const { clientConfig } of draft.webhooks ?? [])
        clientConfig.url = clientConfig.url?.replace(before, `/mutate/${'a'.repeat(64)}`);
    });
    await until('the path mended', () => path() === before);
    await cluster.autoscaler('web', 'ReplicaSet');
    await admitting.sees('web');
    expect(await post(admitting, `/mutate/${'a'.repeat(64)}`, forged('pod'))).not.toHaveProperty('patch');
  });
});

/** A review whose head came with one byte of its body. */
function halfSent(port: number): TLSSocket {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
    socket.write('POST /mutate HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n{'),
  );
  return socket.on('error', () => undefined).resume();
}

import { describe, expect, it } from 'vitest';
import { makeCertificates } from '@/server/admission/serving/certificates';
import { desiredConfiguration, type Webhook } from '@/server/admission/serving/webhook-configuration';
import { wallClock } from '@/server/lib/time/clock';
import type { Workload } from '@/server/objects/types';
import {
  certificates,
  cluster,
  clusterForEach,
  decoded,
  editRegistration,
  LIFETIMES,
  nextSecond,
  registration,
  renewedAt,
  running,
  start,
} from '../support/admission-upkeep';
import { REQUESTED_AMOUNTS, WEBHOOKS } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';

clusterForEach();

describe('the admission lease', () => {
  it('is renewed while all is well, and no more once the listener is gone; pods are still created', async () => {
    const admitting = await start({}, { timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    const first = await until('a lease', renewedAt);
    await until('a renewed lease', () => renewedAt() !== first);
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await running.pop()?.stop();
    const last = renewedAt();
    await cluster.deployment('web', 2);
    expect(await cluster.requests('web', 2)).toEqual([REQUESTED_AMOUNTS, REQUESTED_AMOUNTS]);
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while the webhook is not registered, and the reason is reported', async () => {
    const admitting = await start({ admissionUrl: '', admissionServiceName: '', admissionPort: 0 });
    await admitting.healthy();
    await running.pop()?.stop();
    const last = renewedAt();
    cluster.sandbox.registry.delete(WEBHOOKS, undefined, 'plumbline');
    // An unreachable address still registers; an invalid selector does not.
    const broken = await start({ admissionObjectSelector: 'a in (' }, { timings: { healthEveryMs: 20 } });
    await until('unhealthy admission', () => broken.handle.health().kind === 'unhealthy');
    expect(broken.handle.health()).toMatchObject({ faults: [{ check: 'registered' }] });
    expect(broken.problems()).toEqual(
      expect.arrayContaining(['webhook-not-registered', 'webhook-not-serving']),
    );
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while pods are created without their patch, until one gets it', async () => {
    const admitting = await start(
      { admissionObjectSelector: 'reviewed' },
      { timings: { healthEveryMs: 20, graceMs: 0 } },
    );
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 5);
    await until('unhealthy admission', () => admitting.handle.health().kind === 'unhealthy');
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
    await until('healthy admission', () => admitting.handle.health().kind === 'healthy');
    await until('a renewed lease', () => renewedAt() !== last);
  });

  it('is renewed if pods lack their patch only where the webhook is not called', async () => {
    const admitting = await start(
      { admissionObjectSelector: 'app!=web' },
      { timings: { healthEveryMs: 20, graceMs: 0 } },
    );
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 4);
    await until('four pods of web', () => cluster.pods('web').length === 4);
    await cluster.pod('other');
    await cluster.deployment('web-2', 1);
    cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'web', (draft) => {
      draft.spec.replicas = 6;
    });
    await until('six pods of web', () => cluster.pods('web').length === 6);
    await until('a condition that counts six pods', () =>
      cluster.unpatched('web')?.message?.startsWith('6 pods'),
    );
    const last = renewedAt();
    await until('a renewed lease', () => renewedAt() !== last);
    expect(admitting.handle.health().kind).toBe('healthy');
  });

  it('is renewed under a registration maintained by something else only while that is right', async () => {
    const admitting = await start(
      { admissionRegister: false },
      { timings: { healthEveryMs: 20, registrationEveryMs: 20 } },
    );
    const fault = (words: string) =>
      until(`the fault: ${words}`, () => {
        const health = admitting.handle.health();
        return health.kind === 'unhealthy' && health.faults.some(({ detail }) => detail.includes(words));
      });
    await fault('there is no MutatingWebhookConfiguration plumbline');
    const address = { kind: 'url', url: `https://127.0.0.1:${admitting.handle.port}/mutate` } as const;
    const caPem = decoded(certificates(), 'ca.crt');
    const theirs = desiredConfiguration(admitting.context.config, address, caPem, '/mutate');
    await cluster.create(WEBHOOKS, theirs);
    await fault('the path in plumbline is no secret');
    editRegistration((draft) => {
      for (const { clientConfig } of draft.webhooks ?? []) clientConfig.url += `/${'a1'.repeat(16)}`;
    });
    await admitting.healthy();
    const edit = (change: (webhook: Webhook) => void) =>
      editRegistration((draft) => draft.webhooks?.forEach(change));
    const other = await makeCertificates(['127.0.0.1'], wallClock.now(), LIFETIMES);
    edit(({ clientConfig }) => {
      clientConfig.caBundle = Buffer.from(other.caPem).toString('base64');
    });
    await fault('the caBundle of plumbline does not match the serving certificate');
    const last = renewedAt();
    edit((webhook) => {
      webhook.clientConfig.caBundle = Buffer.from(decoded(certificates(), 'ca.crt')).toString('base64');
      for (const rule of webhook.rules) rule.operations = ['UPDATE'];
    });
    await fault('the webhooks of plumbline do not review pods on creation');
    expect(renewedAt()).toBe(last);
  });

  it('is not renewed while someone keeps changing the registration', async () => {
    const admitting = await start({}, { timings: { healthEveryMs: 20, registrationEveryMs: 40 } });
    await admitting.healthy();
    const meddle = () => {
      editRegistration((draft) => {
        for (const webhook of draft.webhooks ?? [])
          webhook.objectSelector = { matchLabels: { reviewed: 'yes' } };
      });
    };
    const unhealthy = () => {
      meddle();
      const health = admitting.handle.health();
      return health.kind === 'unhealthy' && health.faults;
    };
    expect(await until('the fault that it was changed', unhealthy)).toEqual([
      {
        check: 'registered',
        detail: 'someone changed or removed the registration; it was repaired',
      },
    ]);
    await until('healthy admission', () => admitting.handle.health().kind === 'healthy');
    expect(registration()?.webhooks?.[0]?.objectSelector).toEqual({});
  });

  it('is not renewed while this process stalls so long that answers come late', async () => {
    // A stall is a fault from one look at the health to the next.
    const admitting = await start({ admissionTimeoutMs: 400 }, { timings: { healthEveryMs: 500 } });
    await admitting.healthy();
    const endMs = performance.now() + 500;
    while (performance.now() < endMs);
    await until('the fault that it stalled', () => {
      const health = admitting.handle.health();
      return (
        health.kind === 'unhealthy' &&
        health.faults.some(({ detail }) => /stalled for \d+\.\d s/.test(detail))
      );
    });
    await until('healthy admission', () => admitting.handle.health().kind === 'healthy');
  });

  it('is renewed during a stop of everything, since admission works anyway', async () => {
    const admitting = await start({}, { isStopped: () => true, timings: { healthEveryMs: 20 } });
    await admitting.healthy();
    expect(admitting.problems()).toEqual([]);
  });
});

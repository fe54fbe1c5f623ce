import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject, Pod } from '@/server/objects/types';
import { type ApiOnly, podNamed, startApiOnly } from '../support/api-only';
import { TestWebhook, type WebhookMood } from '../support/test-webhook';

const CONFIGURATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const PODS = '/api/v1/namespaces/default/pods';
const POD_RULES = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }];
const label = (key: string): WebhookMood => ({
  patch: [{ op: 'add', path: '/metadata/labels', value: { [key]: 'yes' } }],
});

let cluster: ApiOnly;
let webhook: TestWebhook;
let second: TestWebhook;
let made = 0;

beforeAll(async () => {
  cluster = await startApiOnly();
});

afterAll(() => cluster.close());

beforeEach(async () => {
  webhook = await TestWebhook.start();
  second = await TestWebhook.start();
});

afterEach(async () => {
  for (const { metadata } of cluster.registry.list(CONFIGURATIONS)) {
    cluster.registry.delete(CONFIGURATIONS, undefined, metadata.name);
  }
  await webhook.close();
  await second.close();
});

function hook(target: TestWebhook, extra: object = {}): object {
  return {
    name: 'hook.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    failurePolicy: 'Fail',
    timeoutSeconds: 5,
    clientConfig: { url: target.url, caBundle: target.caBundle },
    rules: POD_RULES,
    ...extra,
  };
}

async function register(...webhooks: object[]): Promise<void> {
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'hooks' },
    webhooks,
  };
  await cluster.registry.create<KubeObject>(CONFIGURATIONS, configuration);
}

async function createPod(labels?: Record<string, string>, query = '') {
  const pod = podNamed(`pod-${made++}`, labels ? { labels } : {}, { requests: { cpu: '100m' } });
  return cluster.api.exchange('POST', `${PODS}${query}`, { body: pod }) as Promise<{
    status: number;
    body: Pod & { message?: string };
  }>;
}

interface Endpoints extends KubeObject {
  subsets: { addresses: { ip: string }[]; ports: { port: number }[] }[];
}

function endpointsOf(target: TestWebhook): Endpoints {
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'hooks', namespace: 'default' },
    subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: Number(new URL(target.url).port) }] }],
  };
}

function serviceConfig(target: TestWebhook): object {
  return { service: { name: 'hooks', namespace: 'default', path: '/mutate' }, caBundle: target.caBundle };
}

describe('mutating webhooks', () => {
  it('are called only for what their rules and selectors match', async () => {
    webhook.mood = label('first');
    second.mood = label('second');
    await register(
      hook(webhook, { objectSelector: { matchLabels: { app: 'web' } } }),
      hook(second, { name: 'second.example.com', namespaceSelector: { matchLabels: { team: 'other' } } }),
    );
    expect((await createPod()).body.metadata.labels).toBeUndefined();
    expect((await createPod({ app: 'web' })).body.metadata.labels).toEqual({ first: 'yes' });
    expect([webhook.seen.length, second.seen.length]).toEqual([1, 0]);
  });

  it('are not called for other resources or operations', async () => {
    webhook.mood = { deny: 'no', code: 403 };
    await register(hook(webhook));
    const maps = '/api/v1/namespaces/default/configmaps';
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `map-${made++}` } };
    expect((await cluster.api.exchange('POST', maps, { body: map })).status).toBe(201);
    expect(webhook.seen).toEqual([]);
  });

  it("see earlier webhooks' changes, and once more later ones if they ask for that", async () => {
    webhook.mood = { patch: [{ op: 'add', path: '/metadata/annotations', value: { seen: 'x' } }] };
    second.mood = label('second');
    await register(
      hook(webhook, { reinvocationPolicy: 'IfNeeded' }),
      hook(second, { name: 'second.example.com' }),
    );
    const { body } = await createPod();
    expect(body.metadata).toMatchObject({ annotations: { seen: 'x' }, labels: { second: 'yes' } });
    const labelsSeen = webhook.seen.map(({ body: review }) => (review.request.object as Pod).metadata.labels);
    expect(labelsSeen).toEqual([undefined, { second: 'yes' }]);
    expect(second.seen[0]?.body.request.object).toMatchObject({ metadata: { annotations: { seen: 'x' } } });
  });

  it('are reached through a service by its endpoints, with a certificate for the name of the service', async () => {
    const named = await TestWebhook.start(['hooks.default.svc']);
    named.mood = label('by-service');
    await cluster.registry.create('endpoints', endpointsOf(named));
    await register(hook(named, { clientConfig: serviceConfig(named) }));
    expect((await createPod()).body.metadata.labels).toEqual({ 'by-service': 'yes' });
    await named.close();

    cluster.registry.mutate<Endpoints>('endpoints', 'default', 'hooks', (draft) => {
      draft.subsets = endpointsOf(webhook).subsets;
    });
    cluster.registry.delete(CONFIGURATIONS, undefined, 'hooks');
    await register(hook(webhook, { clientConfig: serviceConfig(webhook) }));
    const { status, body } = await createPod();
    expect(status).toBe(500);
    expect(body.message).toMatch(/Post "https:\/\/hooks.default.svc:443\/mutate\?timeout=5s": .*certificate/);

    cluster.registry.delete('endpoints', 'default', 'hooks');
    expect((await createPod()).body.message).toMatch(/service "hooks" not found or without endpoints/);
  });

  it('may warn, and the warnings reach the caller', async () => {
    webhook.mood = { patch: [], warnings: ['this is old'] };
    await register(hook(webhook));
    const response = await cluster.api.send('POST', PODS, { body: podNamed(`pod-${made++}`) });
    expect(response.headers.get('warning')).toBe('299 - "this is old"');
  });

  it('may warn in any script, but not with control characters, which an API server drops', async () => {
    webhook.mood = { patch: [], warnings: ['größer als 🦄', 'bad\u0001'] };
    await register(hook(webhook));
    const response = await cluster.api.send('POST', PODS, { body: podNamed(`pod-${made++}`) });
    expect(response.status).toBe(201);
    const bytes = Buffer.from(response.headers.get('warning') ?? '', 'latin1');
    expect(bytes.toString('utf8')).toBe('299 - "größer als 🦄"');
  });

  it.each<[string, WebhookMood, RegExp]>([
    ['answers no JSON', { raw: 'hello' }, /failed to call webhook/],
    [
      'answers another kind',
      { raw: '{"kind":"Pod","apiVersion":"v1"}' },
      /expected webhook response of admission.k8s.io\/v1/,
    ],
    [
      'answers without a response',
      { raw: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' },
      /response was absent/,
    ],
    [
      'answers for another review',
      {
        raw: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"x","allowed":true}}',
      },
      /expected response.uid/,
    ],
    ['answers with an error', { raw: 'out of order', status: 500 }, /an error on the server/],
  ])('that %s fails the request under Fail and is passed over under Ignore', async (_what, mood, message) => {
    webhook.mood = mood;
    await register(hook(webhook));
    const refused = await createPod();
    expect(refused.status).toBe(500);
    expect(refused.body.message).toMatch(message);
    cluster.registry.mutate<KubeObject & { webhooks: { failurePolicy: string }[] }>(
      CONFIGURATIONS,
      undefined,
      'hooks',
      (draft) => {
        for (const each of draft.webhooks) each.failurePolicy = 'Ignore';
      },
    );
    expect((await createPod()).status).toBe(201);
  });

  it('is not trusted with a certificate of another authority', async () => {
    await register(hook(webhook, { clientConfig: { url: webhook.url, caBundle: second.caBundle } }));
    const { status, body } = await createPod();
    expect(status).toBe(500);
    expect(body.message).toMatch(/tls: failed to verify certificate/);
    expect(webhook.seen).toEqual([]);
  });

  it('refuse a dry run that they do not support', async () => {
    await register(hook(webhook, { sideEffects: 'Some' }));
    const { status, body } = await createPod(undefined, '?dryRun=All');
    expect(status).toBe(400);
    expect(body.message).toMatch(/does not support dry run/);
  });

  it('leave defaults and validation of their changes to the server', async () => {
    webhook.mood = {
      patch: [{ op: 'add', path: '/spec/containers/-', value: { name: 'side', image: 'img' } }],
    };
    await register(hook(webhook));
    expect((await createPod()).body.spec.containers[1]).toMatchObject({
      name: 'side',
      imagePullPolicy: 'Always',
    });
    webhook.mood = {
      patch: [
        { op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '2' },
        { op: 'add', path: '/spec/containers/0/resources/limits', value: { cpu: '1' } },
      ],
    };
    expect((await createPod()).status).toBe(422);
  });
});

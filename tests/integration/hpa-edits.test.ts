import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HpaEffectView } from '@/server/contract/operations';
import type { Handler } from '@/server/host/api/handlers';
import { POST as preview } from '@/server/host/api/hpas/[namespace]/[name]/preview/route';
import { PATCH as save } from '@/server/host/api/hpas/[namespace]/[name]/route';
import type { FieldError } from '@/server/lib/report/errors';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { HorizontalPodAutoscaler, MetricSpec } from '@/server/objects/types';
import { readAudit } from '@/server/store/audit/reading';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

interface Answer {
  status: number;
  body: HpaEffectView & { code?: string; message?: string; fields?: FieldError[] };
}

let scenario: LivingScenario;

beforeAll(async () => {
  scenario = await LivingScenario.start('sidecar-hides-load', 'mesh', {
    identityHeader: 'x-user',
    operators: ['ada'],
  });
  await until('an evaluation with metrics', () => {
    const { hpa } = scenario.running.handles;
    return hpa?.detail('mesh', 'storefront')?.metrics[0]?.current !== undefined;
  });
});

afterAll(() => scenario.stop());

async function ask(
  handler: unknown,
  edit: unknown,
  { name = 'storefront', who = 'ada', text = JSON.stringify(edit) } = {},
): Promise<Answer> {
  const request = new Request('http://localhost/api', {
    method: 'POST',
    body: text,
    headers: { 'x-user': who },
  });
  const response = await (handler as Handler)(request, { namespace: 'mesh', name } as never);
  return { status: response.status, body: await response.json() };
}

const path = (name = 'storefront') => pathOf(API_RESOURCES.horizontalPodAutoscalers, 'mesh', name);

async function stored(name?: string): Promise<HorizontalPodAutoscaler> {
  const client = scenario.running.cluster?.client;
  if (!client) throw new Error('not connected');
  return client.request<HorizontalPodAutoscaler>('GET', path(name));
}

const rules = async () => {
  const { minReplicas, maxReplicas, metrics, behavior } = (await stored()).spec;
  return JSON.parse(JSON.stringify({ minReplicas, maxReplicas, metrics, behavior })) as object;
};

const onContainer = (container: string): MetricSpec => ({
  type: 'ContainerResource',
  containerResource: { name: 'cpu', container, target: { type: 'Utilization', averageUtilization: 60 } },
});

describe('an edit of an HPA, before it is saved', () => {
  it('is evaluated on live data beside the present rules, and changes nothing', async () => {
    const before = await stored();
    const { status, body } = await ask(preview, { metrics: [onContainer('app')] });
    expect(status).toBe(200);
    expect(body.errors).toEqual([]);
    expect(body.trial?.now).toMatchObject({ currentReplicas: 2, desiredReplicas: 2 });
    expect(body.trial?.after.currentReplicas).toBe(2);
    expect(body.trial?.after.desiredReplicas).toBeGreaterThan(2);
    expect(body.trial?.after.metrics).toMatchObject([{ outcome: { kind: 'proposed', because: 'ratio' } }]);
    // Each pod that it adds states what the template does, since no VPA acts on it.
    expect(body.replica?.map(({ container }) => container).sort()).toEqual(['app', 'proxy']);
    expect(body.replica?.every(({ requests }) => (requests.cpu ?? 0) > 0)).toBe(true);
    expect(body.statements).toEqual([
      'It no longer looks at cpu of the pods.',
      'It looks at cpu of container app, with the target 60 %.',
    ]);
    expect(body.yaml.before).toContain('type: Resource');
    expect(body.yaml.after).toContain('container: app');
    expect((await stored()).spec).toEqual(before.spec);
  });

  it('says why it could not scale with a container that no pod has', async () => {
    const { body } = await ask(preview, { metrics: [onContainer('ghost')] });
    expect(body.trial?.after).toMatchObject({ desiredReplicas: 2, course: { kind: 'blocked' } });
    expect(body.trial?.after.metrics).toMatchObject([
      { outcome: { kind: 'failed', failure: { code: 'container-absent', container: 'ghost' } } },
    ]);
  });

  it('has the messages of the API server at its fields', async () => {
    const { body } = await ask(preview, {
      minReplicas: 5,
      maxReplicas: 3,
      metrics: [onContainer('')],
      behavior: { scaleUp: { stabilizationWindowSeconds: 9999 } },
    });
    expect(body.trial).toBeUndefined();
    expect(body.errors.map(({ field }) => field)).toEqual([
      'maxReplicas',
      'metrics.0.containerResource.container',
      'behavior.scaleUp.stabilizationWindowSeconds',
    ]);
    expect(body.errors[0]?.message).toBe('Invalid value: 3: must be greater than or equal to `minReplicas`');
  });

  it('warns where a tool would undo it', async () => {
    const client = scenario.running.cluster?.client;
    await client?.request('PATCH', path('checkout'), {
      body: { metadata: { labels: { 'scaledobject.keda.sh/name': 'checkout' } } },
      contentType: 'application/merge-patch+json',
    });
    const { body } = await ask(preview, { maxReplicas: 9 }, { name: 'checkout' });
    expect(body.warnings).toEqual([
      'KEDA keeps this HPA as it is stated elsewhere and will undo the edit. Change it there.',
    ]);
  });

  it.each([
    ['no JSON', undefined, '{"maxReplicas":', 400],
    ['no object', [], undefined, 422],
    ['a fraction', { maxReplicas: 2.5 }, undefined, 422],
    ['a number beyond all', { maxReplicas: 1e300 }, undefined, 422],
    ['text for a number', { maxReplicas: '12' }, undefined, 422],
    ['another target', { scaleTargetRef: { kind: 'Deployment', name: 'orders' } }, undefined, 422],
    ['an inherited field', undefined, '{"__proto__":{"maxReplicas":1},"constructor":1}', 422],
    ['a type of metric that is none', { metrics: [{ type: 'Object', objects: {} }] }, undefined, 422],
    ['no metric', { metrics: [] }, undefined, 422],
    ['a thousand metrics', { metrics: Array(1000).fill(onContainer('app')) }, undefined, 422],
    ['a name without end', { metrics: [onContainer('x'.repeat(100_000))] }, undefined, 422],
    [
      'a policy of another type',
      { behavior: { scaleUp: { policies: [{ type: 'Cores', value: 1, periodSeconds: 15 }] } } },
      undefined,
      422,
    ],
  ])('is refused if it has %s', async (_what, edit, text, status) => {
    const before = await rules();
    for (const handler of [preview, save]) {
      const answer = await ask(handler, edit, text === undefined ? {} : { text });
      expect(answer.status).toBe(status);
      expect(answer.body.message).toBeTruthy();
    }
    expect(await rules()).toEqual(before);
  });

  it('is refused at once for an HPA that is not there', async () => {
    for (const name of ['ghost', '..', 'a/b', '%2e%2e', ''])
      expect((await ask(preview, { maxReplicas: 4 }, { name })).status, name).toBeGreaterThanOrEqual(400);
    expect((await ask(preview, { maxReplicas: 4 }, { name: 'ghost' })).status).toBe(404);
  });
});

describe('saving an edit of an HPA', () => {
  it('is for operators alone', async () => {
    expect((await ask(save, { maxReplicas: 9 }, { who: 'mallory' })).status).toBe(403);
    expect((await ask(save, { maxReplicas: 9 }, { who: '' })).status).toBe(403);
  });

  it('refuses what the API server refuses, at its fields, and what changes nothing', async () => {
    const refused = await ask(save, { maxReplicas: 0 });
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toMatchObject([{ field: 'maxReplicas' }, { field: 'maxReplicas' }]);
    expect((await ask(save, { maxReplicas: 10 })).status).toBe(422);
    expect((await ask(save, {})).status).toBe(422);
    expect((await ask(save, { was: await rules() })).status).toBe(422);
  });

  it('overwrites nobody: rules that changed since the form was opened are a conflict', async () => {
    const was = { ...(await rules()), maxReplicas: 11 };
    const { status, body } = await ask(save, { was, maxReplicas: 9 });
    expect(status).toBe(409);
    expect(body.message).toContain('someone else changed this HPA; nothing was overwritten');
    expect((await stored()).spec.maxReplicas).toBe(10);
  });

  it('wakes the HPA that slept, beside a controller that writes the status, and is recorded', async () => {
    const was = await rules();
    const edit = { was, maxReplicas: 12, metrics: [onContainer('app')] };
    expect((await ask(save, edit)).status).toBe(200);
    expect((await stored()).spec).toMatchObject({
      maxReplicas: 12,
      metrics: [{ type: 'ContainerResource' }],
    });

    const { hpa } = scenario.running.handles;
    await until('more replicas', () => (hpa?.detail('mesh', 'storefront')?.replicas ?? 0) >= 5);
    await until('app no longer throttled', async () => {
      const current = (await stored()).status?.currentMetrics?.[0]?.containerResource?.current;
      return (current?.averageUtilization ?? 100) <= 67;
    });
    expect((await stored()).spec.maxReplicas).toBe(12);

    const { store, clock } = scenario.running;
    await store.flushed();
    const changes = async (what: string) => {
      const params = new URLSearchParams({ kind: 'change', what, namespace: 'mesh', vpa: 'storefront' });
      return (await readAudit(store, { params }, clock.now())).entries;
    };
    expect((await changes('hpa-rules')).at(-1)).toMatchObject({
      who: 'ada',
      outcome: 'done',
      before: was,
      after: { minReplicas: 2, maxReplicas: 12, metrics: [onContainer('app')] },
    });
    await until('a record of the scaling', async () => {
      await store.flushed();
      return (await changes('scale')).some(
        (entry) => entry.kind === 'change' && entry.who === 'the HPA controller',
      );
    });
  });
});

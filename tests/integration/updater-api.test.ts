import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { EffectView, StopsView } from '@/server/contract/operations';
import type { PlanView } from '@/server/contract/plan';
import { GET as getAudit } from '@/server/host/api/audit/route';
import type { Handler } from '@/server/host/api/handlers';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { GET as getStops, POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { POST as preview } from '@/server/host/api/vpas/[namespace]/[name]/preview/route';
import { PATCH as save } from '@/server/host/api/vpas/[namespace]/[name]/route';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { MERGE_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { AuditView } from '@/server/store/audit/views';
import { until } from '../support/until';
import { stored } from '../support/updating';

let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-api-'));
  running = await startRuntime(
    defaultConfig({
      sandbox: true,
      clockSpeed: 60,
      dataDir: folder,
      roles: ['updater', 'recommender'],
      logLevel: 'silent',
      identityHeader: 'x-user',
      operators: ['ada'],
    }),
  );
  await until('a pass', () => running.handles.updater?.state.kind === 'running');
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const params = { namespace: 'shop', name: 'frontend' };

async function ask<T>(
  handler: unknown,
  { query = '', body, user = 'ada' }: { query?: string; body?: unknown; user?: string } = {},
  segments: object = {},
): Promise<{ status: number; body: T }> {
  const request = new Request(`http://localhost/api${query}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: user ? { 'x-user': user } : {},
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await (handler as Handler)(request, segments as never);
  return { status: response.status, body: (await response.json()) as T };
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const firstVpa = async () => {
  const { body } = await ask<PlanView>(getPlan);
  const vpa = body.rows.find(({ pods, updateMode }) => pods > 0 && updateMode !== 'Off');
  if (!vpa) throw new Error('no VPA with pods');
  return { namespace: vpa.namespace, name: vpa.name };
};

describe('the API of plan, stop, policy and audit', () => {
  it('returns the plan with every pod of every VPA', async () => {
    const { status, body } = await ask<PlanView>(getPlan);
    expect(status).toBe(200);
    const pods = body.rows.flatMap(({ groups }) => groups.map(({ count }) => count));
    expect(total(pods)).toBeGreaterThan(5);
    expect(total(Object.values(body.tallies.decision))).toBe(total(pods));
  });

  it('returns the plan of one VPA', async () => {
    const { namespace, name } = await firstVpa();
    const { body } = await ask<PlanView>(getPlan, { query: `?namespace=${namespace}&vpa=${name}` });
    expect(body.rows).toMatchObject([{ namespace, name }]);
    expect(total(Object.values(body.tallies.decision))).toBe(body.rows[0]?.pods);
    const other = await ask<PlanView>(getPlan, { query: `?namespace=${namespace}&vpa=no-such` });
    expect(other.body.rows).toEqual([]);
  });

  it.each<[string, { body: unknown; user?: string }, number]>([
    ['that is not JSON', { body: '{' }, 400],
    ['with a scope that is none', { body: { scope: { kind: 'everything' } } }, 422],
    ['with a field too many', { body: { scope: { kind: 'all' }, force: true } }, 422],
    ['from nobody', { body: { scope: { kind: 'all' } }, user: '' }, 403],
    ['from someone who may not', { body: { scope: { kind: 'all' } }, user: 'eve' }, 403],
  ])('rejects a change %s and changes nothing', async (_name, request, expected) => {
    const { status } = await ask(press, request);
    expect(status).toBe(expected);
    expect((await ask<StopsView>(getStops)).body.stops).toEqual([]);
  });

  it('keeps the trace of a click in the answer, the audit log and its search', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const scope = { kind: 'namespace', namespace: 'traced' };
    const click = (method: string, headers: Record<string, string>) =>
      new Request('http://localhost/api/stop', {
        method,
        headers: { 'x-user': 'ada', ...headers },
        body: JSON.stringify({ scope }),
      });
    const segments = {} as never;
    const parent = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const pressed = await (press as Handler)(click('POST', parent), segments);
    const resumed = await (resume as Handler)(click('DELETE', { traceparent: 'no such' }), segments);
    const other = resumed.headers.get('x-trace-id');
    expect([pressed.headers.get('x-trace-id'), other]).toEqual([
      trace,
      expect.stringMatching(/^[\da-f]{32}$/),
    ]);
    await stored(running.store);
    const found = async (words: string) =>
      (await ask<AuditView>(getAudit, { query: `?kind=change&q=${words}` })).body.entries;
    expect(await found(trace)).toMatchObject([{ change: 'stop', namespace: 'traced', who: 'ada', trace }]);
    expect(await found(other ?? '')).toMatchObject([{ change: 'resume', namespace: 'traced', trace: other }]);
  });

  it('stops, resumes, and keeps who did so', async () => {
    const scope = { kind: 'namespace', namespace: params.namespace };
    const pressed = await ask<StopsView>(press, { body: { scope } });
    expect(pressed.body.stops).toMatchObject([{ scope, who: 'ada', inCluster: true }]);
    const resumed = await ask<StopsView>(resume, { body: { scope } });
    expect(resumed.body.stops).toEqual([]);
    await stored(running.store);
    const { body } = await ask<AuditView>(getAudit, { query: '?kind=change&limit=100' });
    const changes = body.entries.flatMap((entry) =>
      entry.kind === 'change' ? [`${entry.change} ${entry.who}`] : [],
    );
    expect(changes).toContain('stop ada');
    expect(changes).toContain('resume ada');
  });

  it('shows the effect of an edit, saves it, and keeps what was before', async () => {
    const vpa = await firstVpa();
    const told = await ask<EffectView>(preview, { body: { updateMode: 'Off' } }, vpa);
    expect(told.body.after).toMatchObject({ updateMode: 'Off', evict: 0, resize: 0, wait: 0 });
    const saved = await ask<EffectView>(save, { body: { updateMode: 'Off' } }, vpa);
    expect(saved.status).toBe(200);
    await until(
      'the mode',
      () =>
        running.cluster?.caches.vpas.get(vpa.namespace, vpa.name)?.spec.updatePolicy?.updateMode === 'Off',
    );
    await stored(running.store);
    const query = `?kind=change&namespace=${vpa.namespace}&vpa=${vpa.name}`;
    const { body } = await ask<AuditView>(getAudit, { query });
    const change = body.entries.find((entry) => entry.kind === 'change' && entry.detail === '');
    expect(change).toMatchObject({
      change: 'update-mode',
      who: 'ada',
      after: { updatePolicy: { updateMode: 'Off' } },
    });
  });

  it('saves every field of a policy and keeps unknown ones', async () => {
    const vpa = await firstVpa();
    const object = () => running.cluster?.caches.vpas.get(vpa.namespace, vpa.name);
    const path = pathOf(API_RESOURCES.vpas, vpa.namespace, vpa.name);
    const body = {
      minReplicas: 3,
      evictAfterOOMSeconds: 90,
      evictionRequirements: [{ resources: ['memory'], changeRequirement: 'TargetHigherThanRequests' }],
      startupBoost: { cpu: { type: 'Factor', factor: 2, durationSeconds: 30 } },
      containerPolicies: [{ containerName: '*', oomBumpUpRatio: '1.5', memoryAggregationIntervalCount: 4 }],
    };
    const mode = object()?.spec.updatePolicy?.updateMode;
    const target = object()?.spec.targetRef;
    const saved = await ask<EffectView>(
      save,
      { body: { ...body, generation: object()?.metadata.generation } },
      vpa,
    );
    expect(saved.status).toBe(200);
    expect(saved.body.statements).toContain('No pod is evicted while fewer than 3 are live.');
    const { spec } = (await running.cluster?.client.request<VerticalPodAutoscaler>('GET', path)) ?? {};
    expect(spec).toEqual({
      targetRef: target,
      updatePolicy: {
        updateMode: mode,
        minReplicas: 3,
        evictAfterOOMSeconds: 90,
        evictionRequirements: body.evictionRequirements,
      },
      startupBoost: body.startupBoost,
      resourcePolicy: { containerPolicies: body.containerPolicies },
    });
  });

  it('overwrites no version newer than the one that was edited', async () => {
    const vpa = await firstVpa();
    const path = pathOf(API_RESOURCES.vpas, vpa.namespace, vpa.name);
    const client = running.cluster?.client;
    const looked = await client?.request<VerticalPodAutoscaler>('GET', path);
    await client?.request('PATCH', path, {
      body: { spec: { updatePolicy: { minReplicas: 5 } } },
      contentType: MERGE_PATCH,
    });
    const body = { minReplicas: 7, generation: looked?.metadata.generation };
    const { status, body: refusal } = await ask<{ code: string; message: string }>(save, { body }, vpa);
    expect([status, refusal.code]).toEqual([409, 'conflict']);
    expect(refusal.message).toContain('nothing was overwritten');
    const now = await client?.request<VerticalPodAutoscaler>('GET', path);
    expect(now?.spec.updatePolicy?.minReplicas).toBe(5);
  });

  it.each<[string, object, string]>([
    ['fewer than one live pod', { minReplicas: 0 }, 'spec.updatePolicy.minReplicas'],
    ['no time after an OOM', { evictAfterOOMSeconds: 0 }, 'spec.updatePolicy.evictAfterOOMSeconds'],
    [
      'a requirement on nothing',
      { evictionRequirements: [{ resources: [], changeRequirement: 'TargetLowerThanRequests' }] },
      'evictionRequirements.0.resources',
    ],
    ['a boost by nothing', { startupBoost: { cpu: { type: 'Quantity' } } }, 'spec.startupBoost.cpu.quantity'],
    [
      'a bump-up that shrinks',
      { containerPolicies: [{ containerName: '*', oomBumpUpRatio: '0.5' }] },
      'spec.resourcePolicy.containerPolicies[0].oomBumpUpRatio',
    ],
  ])('rejects %s, naming the field', async (_name, body, field) => {
    const { status, body: refusal } = await ask<{ fields: { field: string }[] }>(
      save,
      { body },
      await firstVpa(),
    );
    expect(status).toBe(422);
    expect(refusal.fields[0]?.field).toBe(field);
  });

  it.each<[string, object, object, number]>([
    ['an unknown VPA', { updateMode: 'Off' }, { namespace: 'shop', name: 'nobody' }, 404],
    ['an empty edit', {}, params, 422],
    ['a mode that is none', { updateMode: 'Sometimes' }, params, 422],
  ])('refuses to save %s', async (_name, body, segments, expected) => {
    expect((await ask(save, { body }, segments)).status).toBe(expected);
  });

  it('names the fields of an edit that cannot be saved', async () => {
    const vpa = await firstVpa();
    const containerPolicies = [{ containerName: '*', minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }];
    const { status, body } = await ask<{ fields: { field: string }[] }>(
      save,
      { body: { containerPolicies } },
      vpa,
    );
    expect(status).toBe(422);
    expect(body.fields[0]?.field).toContain('containerPolicies[0].maxAllowed');
  });

  it.each([
    '?limit=0',
    '?kind=gossip',
    '?what=gossip',
    '?outcome=maybe',
    '?order=odd',
    '?after=yesterday',
    '?since=soon',
    '?since=9e99',
    '?until=1.5',
    '?after=1.action.x',
    '?after=garbage',
  ])('rejects the query %s and names the invalid word', async (query) => {
    const { status, body } = await ask<{ code: string; message: string; fields: { field: string }[] }>(
      getAudit,
      {
        query,
      },
    );
    const [, word = ''] = /^\?(\w+)=/.exec(query) ?? [];
    expect([status, body.code]).toEqual([400, 'bad-request']);
    expect(new Set(body.fields.map(({ field }) => field))).toEqual(new Set([word]));
    expect(body.message).toContain(word);
  });
});

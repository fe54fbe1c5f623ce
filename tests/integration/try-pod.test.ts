import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { TrialView } from '@/server/contract/admission';
import type { AdmissionRequest } from '@/server/decide/new/review-types';
import { POST as review } from '@/server/host/api/admission/review/route';
import { POST as tryIt } from '@/server/host/api/admission/try/route';
import type { Handler } from '@/server/host/api/handlers';
import { compose } from '@/server/host/compose';
import { podToTry } from '@/server/host/posted-pods';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { MERGE_PATCH } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { resourceListFrom } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { readAudit } from '@/server/store/audit/reading';
import { until } from '../support/until';

const { deployments, vpas, limitRanges } = API_RESOURCES;
const BARE = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'bare' },
  spec: { containers: [{ name: 'app' }] },
};

let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-try-'));
  running = await startRuntime(
    defaultConfig({
      sandbox: true,
      clockSpeed: 300,
      dataDir: folder,
      roles: ['recommender', 'admission'],
      logLevel: 'silent',
    }),
  );
  await until('a webhook that works', () => running.handles.admission?.health().kind === 'healthy');
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

function request<T>(method: 'GET' | 'POST' | 'PATCH', place: string, options: object = {}): Promise<T> {
  const client = running.cluster?.client;
  if (!client) throw new Error('not connected');
  return client.request<T>(method, place, options);
}

async function posted<T>(handler: Handler, body: unknown): Promise<{ status: number; body: T }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const asked = new Request('http://localhost/api/admission/try', { method: 'POST', body: text });
  const response = await handler(asked, {} as never);
  return { status: response.status, body: (await response.json()) as T };
}

const tried = (manifest: unknown, namespace?: string) =>
  posted<TrialView & { code?: string; message?: string }>(tryIt as Handler, {
    manifest: typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    namespace,
  });

/** A Deployment whose VPA recommends something and changes new pods. */
async function recommended(): Promise<{ deployment: Workload; vpa: VerticalPodAutoscaler }> {
  return until('a recommendation', async () => {
    const { items } = await request<KubeList<VerticalPodAutoscaler>>('GET', pathOf(vpas, 'shop'));
    const vpa = items.find(
      ({ spec, status }) =>
        spec.targetRef?.kind === 'Deployment' &&
        !['Off', 'InPlace'].includes(spec.updatePolicy?.updateMode ?? '') &&
        status?.recommendation?.containerRecommendations?.length,
    );
    if (!vpa) return undefined;
    const deployment = await request<Workload>('GET', pathOf(deployments, 'shop', vpa.spec.targetRef?.name));
    return { deployment: { ...deployment, apiVersion: 'apps/v1', kind: 'Deployment' }, vpa };
  });
}

/** Each line has ten times what the one before has. */
const LAUGHS = [
  'kind: Pod',
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(', ')}]`,
  ),
].join('\n');

describe('trying a pod', () => {
  it('gives a Deployment the requests that its next pod gets', async () => {
    const { deployment, vpa } = await recommended();
    const { status, body } = await tried(deployment);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      namespace: 'shop',
      outcome: 'patched',
      workload: { kind: 'Deployment', name: deployment.metadata.name },
      vpa: { name: vpa.metadata.name },
    });
    const [owned] = [...(running.cluster?.caches.pods.list('shop') ?? [])].filter(({ metadata }) =>
      metadata.name.startsWith(`${deployment.metadata.name}-`),
    );
    const pod = {
      ...(deployment.spec.template as object),
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...deployment.spec.template?.metadata,
        generateName: `${deployment.metadata.name}-`,
        ownerReferences: owned?.metadata.ownerReferences,
      },
    };
    const created = await request<Pod>('POST', pathOf(API_RESOURCES.pods, 'shop'), {
      body: pod,
      query: { dryRun: 'All' },
    });
    for (const { container, resource, field, to } of body.changes) {
      const got = created.spec.containers.find(({ name }) => name === container)?.resources;
      const stated = field === 'request' ? got?.requests : got?.limits;
      expect([container, resource, field, stated?.[resource]]).toEqual([
        container,
        resource,
        field,
        resourceListFrom({ [resource]: to })[resource],
      ]);
    }
    expect(body.changes.length).toBeGreaterThan(0);
    expect(body.after).toContain('vpaUpdates');
  });

  it('says the same in a process that does not admit', async () => {
    const { deployment } = await recommended();
    const manifest = JSON.stringify(deployment);
    const config = defaultConfig({
      kubeconfig: path.join(folder, 'sandbox.kubeconfig'),
      dataDir: path.join(folder, 'elsewhere'),
      roles: ['rules'],
    });
    const elsewhere = await compose(config, { log: silentLogger });
    await until('the cluster', () => elsewhere.cluster);
    const { pasted, namespace } = podToTry({ manifest, namespace: 'shop' });
    const here = await (await running.trials()).tryPod(pasted, namespace);
    const there = await (await elsewhere.trials()).tryPod(pasted, namespace);
    expect(there).toMatchObject({ outcome: 'patched', vpa: here.vpa, workload: here.workload });
    expect(there.changes.map(({ container, resource }) => `${container} ${resource}`)).toEqual(
      here.changes.map(({ container, resource }) => `${container} ${resource}`),
    );
    await elsewhere.stop();
  });

  it('answers an AdmissionReview with the patch of the webhook', async () => {
    const { deployment } = await recommended();
    const { body: trial } = await tried(deployment);
    const { spec, metadata } = deployment.spec.template as unknown as Pod;
    const owner = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: deployment.metadata.name,
      uid: '',
      controller: true,
    };
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, ownerReferences: [owner] },
      spec,
    };
    const asked: AdmissionRequest = {
      uid: 'b5f3',
      resource: { group: '', version: 'v1', resource: 'pods' },
      namespace: 'shop',
      operation: 'CREATE',
      object,
    };
    const { status, body } = await posted<{ response: { uid: string; allowed: boolean; patch: string } }>(
      review as Handler,
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: asked },
    );
    expect([status, body.response.uid, body.response.allowed]).toEqual([200, 'b5f3', true]);
    const patch = JSON.parse(Buffer.from(body.response.patch, 'base64').toString()) as TrialView['patch'];
    const requests = (all: TrialView['patch']) => all.filter((one) => one.path.endsWith('/requests/cpu'));
    expect(requests(patch)).toEqual(requests(trial.patch));
    expect(requests(patch)).not.toEqual([]);
  });

  it('says every cap', async () => {
    const { deployment, vpa } = await recommended();
    const before = vpa.spec.resourcePolicy ?? null;
    const place = pathOf(vpas, 'shop', vpa.metadata.name);
    const write = (resourcePolicy: unknown) =>
      request('PATCH', place, { body: { spec: { resourcePolicy } }, contentType: MERGE_PATCH });
    await write({ containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] });
    const limited = structuredClone(deployment) as Workload & { spec: { template: Pod } };
    for (const container of limited.spec.template.spec.containers)
      container.resources = { limits: { cpu: '2m' } };
    const changes = await until('the cap', async () => {
      const found = (await tried(limited)).body.changes;
      return found.some(({ caps }) => caps.includes("lowered to the container's own limit, 2m")) && found;
    });
    expect(changes).toContainEqual(expect.objectContaining({ resource: 'cpu', field: 'request', to: 2 }));
    await write({ containerPolicies: [{ containerName: '*', maxAllowed: { memory: '20Mi' } }] });
    // What is stated is not lowered before there is a day of usage, whatever the maximum.
    const bare = structuredClone(limited);
    for (const container of bare.spec.template.spec.containers) container.resources = {};
    const lowered = await until('the cap in the recommendation', async () =>
      (await tried(bare)).body.changes.find(
        ({ resource, caps }) => resource === 'memory' && caps.length === 2,
      ),
    );
    expect(lowered.caps).toEqual([
      expect.stringMatching(/^needs .+ [MG]iB$/),
      'lowered to maxAllowed of the policy, 20 MiB',
    ]);
    await write(before);
  });

  it('adds the defaults of the namespace as the API server does', async () => {
    await request('POST', pathOf(limitRanges, 'default'), {
      body: {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'defaults', namespace: 'default' },
        spec: { limits: [{ type: 'Container', default: { cpu: '2' }, defaultRequest: { memory: '64Mi' } }] },
      },
    });
    const withDefaults = await until('the LimitRange', async () => {
      const { body } = await tried(BARE);
      return body.hasDefaults && body;
    });
    expect(withDefaults.after).toContain('memory: 64Mi');
    const stating = {
      ...BARE,
      spec: { containers: [{ name: 'app', resources: { limits: { memory: '1Gi' } } }] },
    };
    expect((await tried(stating)).body.after).toMatch(/requests:\n\s+cpu: "2"\n\s+memory: 1Gi/);
  });

  it.each([
    ['a pod alone', BARE, 'it has no controller'],
    [
      'a workload without a VPA',
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'nobody-knows', namespace: 'shop' },
        spec: { template: { spec: { containers: [{ name: 'app' }] } } },
      },
      'no VPA of its namespace targets Deployment nobody-knows.',
    ],
  ])('says why none controls %s', async (_case, manifest, why) => {
    const { body } = await tried(manifest);
    expect(body).toMatchObject({ outcome: 'no-vpa', changes: [], patch: [] });
    expect(body.sentence).toContain(why);
    expect(body.before).not.toBe('');
  });

  it.each([
    ['text that is none', 'a: [', 422],
    ['no pod', 'kind: Service\nspec: {}', 422],
    ['a namespace that is none', { ...BARE, metadata: { name: 'x', namespace: '../kube-system' } }, 422],
    ['too much', 'x'.repeat(600 * 1024), 413],
    ['5 MB', 'x'.repeat(5 * 2 ** 20), 413],
    ['YAML 10,000 deep', `kind: Pod\nspec: ${'['.repeat(10_000)}${']'.repeat(10_000)}`, 422],
    ['maps 10,000 deep', `kind: Pod\nspec: ${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}`, 422],
    ['aliases that grow without end', LAUGHS, 422],
  ])('refuses a manifest with %s', async (_case, manifest, status) => {
    expect((await tried(manifest)).status).toBe(status);
  });

  it.each([
    ['broken containers', { ...BARE, spec: { containers: [null, 'x', { name: 3 }] } }],
    [
      'a broken amount',
      { ...BARE, spec: { containers: [{ name: 'a', resources: { requests: { cpu: {} } } }] } },
    ],
    ['containers that are none', { ...BARE, spec: { containers: 'x' } }],
  ])('says that it cannot read a pod with %s', async (_case, manifest) => {
    const { status, body } = await tried(manifest);
    expect([status, body.outcome]).toEqual([200, 'unreadable']);
    expect(body.detail).toContain('spec.containers');
  });

  it.each([
    ['nothing', ''],
    ['another object', { kind: 'Pod' }],
    ['a review without a request', { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }],
  ])('refuses %s as a review', async (_case, body) => {
    expect((await posted<{ code: string }>(review as Handler, body)).body.code).toBe('bad-request');
  });

  it('reviews an object 10,000 deep, and none of 5 MB', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const pod = JSON.stringify({ ...BARE, status: 0 }).replace('"status":0', `"status":${deep}`);
    const asked = (object: string) =>
      `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","namespace":"shop","operation":"CREATE","resource":{"group":"","version":"v1","resource":"pods"},"object":${object}}}`;
    for (const [body, status] of [
      [asked(pod), 200],
      [asked(JSON.stringify({ ...BARE, filler: 'x'.repeat(5 * 2 ** 20) })), 413],
    ] as const) {
      expect((await posted(review as Handler, body)).status).toBe(status);
    }
  });

  it('leaves no record and no problem behind', async () => {
    await running.store.flushed();
    const { entries } = await readAudit(
      running.store,
      { params: new URLSearchParams('kind=admission&limit=500') },
      running.clock.now(),
    );
    const names = entries.map((entry) => JSON.stringify(entry));
    expect(
      names.filter((entry) => entry.includes('nobody-knows') || entry.includes('"dryRun":true')),
    ).toEqual([]);
    expect(running.problems.list().filter(({ code }) => code === 'object-unusable')).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { defaultConfig } from '@/server/config';
import { GET as getAudit } from '@/server/host/api/audit/route';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { loadAccess } from '@/server/kube/access';
import { APPLY_PATCH, KubeClient, MERGE_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';
import { stored } from '../support/updating';

const NAMESPACE = 'default';
const PATH = pathOf(API_RESOURCES.vpas, NAMESPACE, 'web');
const SCOPE = { kind: 'namespace', namespace: NAMESPACE } as const;

let folder: string;
let running: Runtime;
let client: KubeClient;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-policies-'));
  running = await startRuntime(
    defaultConfig({
      sandbox: true,
      sandboxScenario: 'empty',
      dataDir: folder,
      roles: ['updater', 'admission'],
      admissionPort: 0,
      ignoredVpaObjectNamespaces: ['kube-system'],
      logLevel: 'silent',
    }),
  );
  await until('an updater at work', () => running.handles.updater?.state.kind === 'running');
  await until('admission', () => running.handles.admission?.health().kind === 'healthy');
  // Of another program than the one that records.
  client = KubeClient.connect(loadAccess({ kubeconfig: path.join(folder, 'sandbox.kubeconfig') }));
});
afterAll(async () => {
  await client?.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const mode = () => running.cluster?.caches.vpas.get(NAMESPACE, 'web')?.spec.updatePolicy?.updateMode;

/** Every change recorded so far, oldest first. */
async function changes(): Promise<string[]> {
  const { store } = running;
  await stored(store);
  const records = await store.audit({ kinds: ['change'], limit: 100 });
  return records
    .flatMap((record) =>
      record.kind === 'change' ? [`${record.change} by ${record.who}: ${record.detail}`] : [],
    )
    .reverse();
}

it('records who made, changed and deleted a policy outside of Plumbline, and nothing of ours twice', async () => {
  const vpa: VerticalPodAutoscaler = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: NAMESPACE },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  };
  const elsewhere = { ...vpa, metadata: { name: 'web', namespace: 'kube-system' } };
  await client.request('POST', pathOf(API_RESOURCES.vpas, 'kube-system'), { body: elsewhere });
  await client.request('POST', pathOf(API_RESOURCES.vpas, NAMESPACE), { body: vpa });
  const patch = (body: object) => client.request('PATCH', PATH, { body, contentType: MERGE_PATCH });
  await patch({ spec: { updatePolicy: { updateMode: 'Initial', minReplicas: 3 } } });
  await client.request('PATCH', PATH, {
    query: { fieldManager: 'argocd', force: true },
    body: { ...vpa, spec: { ...vpa.spec, resourcePolicy: { containerPolicies: [] } } },
    contentType: APPLY_PATCH,
  });
  await patch({ metadata: { labels: { tier: 'front' } } });
  await until('the edits', () => running.cluster?.caches.vpas.get(NAMESPACE, 'web')?.metadata.labels?.tier);
  await client.request('PATCH', PATH, {
    query: { fieldManager: 'kubectl-annotate' },
    body: { metadata: { annotations: { 'plumbline.dev/recommender': 'marginFraction: 0.2' } } },
    contentType: MERGE_PATCH,
  });
  const annotation = () =>
    running.cluster?.caches.vpas.get(NAMESPACE, 'web')?.metadata.annotations?.['plumbline.dev/recommender'];
  await until('the parameters', annotation);
  await running.operations?.policies.save(
    NAMESPACE,
    'web',
    { parameters: { marginFraction: '0.3' } },
    { who: 'ada' },
  );
  await until('other parameters', () => annotation() === 'marginFraction: 0.3');
  await running.operations?.policies.save(NAMESPACE, 'web', { updateMode: 'Recreate' }, { who: 'ada' });
  await until('the mode', () => mode() === 'Recreate');
  await patch({ spec: { updatePolicy: { updateMode: 'Initial' } } });
  await patch({ spec: { updatePolicy: { updateMode: 'Recreate' } } });
  await until('the edits', () => mode() === 'Recreate');
  const asPlumbline = { query: { fieldManager: 'plumbline' }, contentType: MERGE_PATCH };
  const annotations = { 'plumbline.dev/former-update-mode': '{"mode":"Recreate","policy":true}' };
  const asByAStop = { metadata: { annotations }, spec: { updatePolicy: { updateMode: 'Off' } } };
  await client.request('PATCH', PATH, { ...asPlumbline, body: asByAStop });
  await until('its end', async () => (await changes()).at(-1)?.startsWith('mode-by-stop'));
  const minReplicas = { spec: { updatePolicy: { minReplicas: 1 } } };
  await client.request('PATCH', PATH, { ...asPlumbline, body: minReplicas });
  await until('the edit', async () => (await changes()).at(-1)?.endsWith(': updatePolicy'));
  await running.operations?.stops.press(SCOPE, 'ada');
  await until('the stop', () => mode() === 'Off');
  await running.operations?.stops.resume(SCOPE, 'bob');
  await until('the resume', () => mode() === 'Recreate');
  await client.request('DELETE', PATH);
  await until('the end', () => mode() === undefined);
  // API servers date the changes of one program that fall into one second alike.
  const recorded = (await changes()).map((text) => text.replace(' (plumbline)', ''));
  expect(recorded).toEqual([
    'edited-in-cluster by admin: made',
    'edited-in-cluster by admin: updateMode Recreate → Initial, updatePolicy',
    'edited-in-cluster by admin (argocd): resourcePolicy',
    'edited-in-cluster by admin (kubectl-annotate): plumbline.dev/recommender',
    'recommender by ada: ',
    'update-mode by ada: ',
    'edited-in-cluster by admin: updateMode Recreate → Initial',
    'edited-in-cluster by admin: updateMode Initial → Recreate',
    'edited-in-cluster by admin: updateMode Recreate → Off, plumbline.dev/former-update-mode',
    'mode-by-stop by unknown: ',
    'edited-in-cluster by admin: updatePolicy',
    'stop by ada: ',
    'mode-by-stop by ada: ',
    'resume by bob: ',
    'mode-by-stop by bob: ',
    'edited-in-cluster by unknown: deleted',
  ]);
});

it('records each annotation that decides, with who set it and what it was', async () => {
  const path = pathOf(API_RESOURCES.vpas, NAMESPACE, 'gated');
  const vpa = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'gated', namespace: NAMESPACE, annotations: { 'plumbline.dev/approvals': 'always' } },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gated' } },
  };
  await client.request('POST', pathOf(API_RESOURCES.vpas, NAMESPACE), { body: vpa });
  const annotate = (annotations: Record<string, string | null>, user: string) =>
    client.request('PATCH', path, {
      query: { fieldManager: 'kubectl-annotate' },
      body: { metadata: { annotations } },
      contentType: MERGE_PATCH,
      as: { kind: 'impersonated', user, groups: ['system:masters'] },
    });
  const names = ['calendar', 'graduation', 'outcome', 'held-requests', 'apply-now'];
  await annotate({ 'plumbline.dev/approvals': 'never' }, 'eve');
  for (const name of names)
    await annotate({ [`plumbline.dev/${name}`]: 'x', 'example.com/note': 'y' }, 'eve');
  await annotate({ 'example.com/note': null }, 'eve');
  await annotate({ 'plumbline.dev/approvals': 'always' }, 'bob');
  const records = await until('the record', async () => {
    await stored(running.store);
    const found = await running.store.audit({ kinds: ['change'], limit: 20 });
    const ofIt = found.flatMap((one) => (one.kind === 'change' && one.name === 'gated' ? [one] : []));
    return ofIt.length >= names.length + 3 && ofIt.reverse();
  });
  expect(records.map(({ who, detail }) => `${who.replace(/ .*/, '')}: ${detail}`)).toEqual([
    'admin: made',
    'eve: plumbline.dev/approvals',
    ...names.map((name) => `eve: plumbline.dev/${name}`),
    'bob: plumbline.dev/approvals',
  ]);
  expect(records[1]).toMatchObject({
    before: { 'plumbline.dev/approvals': 'always' },
    after: { 'plumbline.dev/approvals': 'never' },
  });
});

it('keeps who made each of several edits at once', async () => {
  const path = pathOf(API_RESOURCES.vpas, NAMESPACE, 'busy');
  const targetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'busy' };
  const metadata = { name: 'busy', namespace: NAMESPACE };
  await client.request('POST', pathOf(API_RESOURCES.vpas, NAMESPACE), {
    body: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata,
      spec: { targetRef },
    },
  });
  const users = ['ada', 'bob', 'cyd'];
  for (const [index, user] of users.entries())
    await client.request('PATCH', path, {
      body: { spec: { updatePolicy: { minReplicas: 10 + index } } },
      contentType: MERGE_PATCH,
      as: { kind: 'impersonated', user, groups: ['system:masters'] },
    });
  const who = await until('the record', async () => {
    await stored(running.store);
    const found = await running.store.audit({ kinds: ['change'], limit: 20 });
    const ofIt = found.flatMap((one) => (one.kind === 'change' && one.name === 'busy' ? [one.who] : []));
    return ofIt.length >= 4 && ofIt.reverse();
  });
  expect(who.map((one) => one.replace(/ .*/, ''))).toEqual(['admin', ...users]);
});

it('names the program of each edit, though three write within one second, each twice', async () => {
  const path = pathOf(API_RESOURCES.vpas, NAMESPACE, 'shared');
  await client.request('PATCH', path, {
    query: { fieldManager: 'flux' },
    contentType: APPLY_PATCH,
    body: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'shared', namespace: NAMESPACE },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shared' } },
    },
  });
  const programs = { argocd: 'approvals', helm: 'calendar', 'kubectl-annotate': 'graduation' };
  const edits = ['a', 'b', null].flatMap((text) =>
    Object.entries(programs).map(([fieldManager, name]) => ({ fieldManager, name, text })),
  );
  for (const { fieldManager, name, text } of edits)
    await client.request('PATCH', path, {
      query: { fieldManager },
      body: { metadata: { annotations: { [`plumbline.dev/${name}`]: text } } },
      contentType: MERGE_PATCH,
      as: { kind: 'impersonated', user: 'ada', groups: ['system:masters'] },
    });
  const records = await until('the record', async () => {
    await stored(running.store);
    const found = await running.store.audit({ kinds: ['change'], limit: 20 });
    const ofIt = found.flatMap((one) => (one.kind === 'change' && one.name === 'shared' ? [one] : []));
    return ofIt.length > edits.length && ofIt.reverse().slice(1);
  });
  expect(records.map(({ who, detail }) => [who, detail])).toEqual(
    edits.map(({ fieldManager, name, text }) => [
      // Who takes a field away is noted in no managed field.
      text === null ? 'ada' : `ada (${fieldManager})`,
      `plumbline.dev/${name}`,
    ]),
  );
});

it('records an annotation that is lifted and put back at once, by three people', async () => {
  const path = pathOf(API_RESOURCES.vpas, NAMESPACE, 'lifted');
  const gate = 'plumbline.dev/approvals';
  await client.request('PATCH', path, {
    query: { fieldManager: 'flux' },
    contentType: APPLY_PATCH,
    body: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'lifted', namespace: NAMESPACE, annotations: { [gate]: 'always' } },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'lifted' } },
    },
  });
  const edits = [
    ['eve', 'never'],
    ['mallory', null],
    ['bob', 'always'],
  ] as const;
  for (const [user, value] of edits)
    await client.request('PATCH', path, {
      body: { metadata: { annotations: { [gate]: value } } },
      contentType: MERGE_PATCH,
      as: { kind: 'impersonated', user, groups: ['system:masters'] },
    });
  const records = await until('the record', async () => {
    await stored(running.store);
    const found = await running.store.audit({ kinds: ['change'], limit: 20 });
    const ofIt = found.flatMap((one) => (one.kind === 'change' && one.name === 'lifted' ? [one] : []));
    return ofIt.length >= 4 && ofIt.reverse().slice(1);
  });
  const gateIn = (stated: unknown) => (stated as Record<string, string>)[gate];
  expect(
    records.map(({ who, detail, before, after }) => [
      who.replace(/ .*/, ''),
      detail,
      gateIn(before),
      gateIn(after),
    ]),
  ).toEqual([
    ['eve', gate, 'always', 'never'],
    ['mallory', gate, 'never', undefined],
    ['bob', gate, undefined, 'always'],
  ]);
});

it('keeps the whole of a text that may say something, and of a longer one the beginning', async () => {
  const lengths = { within: 16_384, beyond: 200_000 };
  for (const [name, length] of Object.entries(lengths)) {
    const annotations = { 'plumbline.dev/recommender': 'x'.repeat(length) };
    const targetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
    await client.request('POST', pathOf(API_RESOURCES.vpas, NAMESPACE), {
      body: {
        apiVersion: 'autoscaling.k8s.io/v1',
        kind: 'VerticalPodAutoscaler',
        metadata: { name, namespace: NAMESPACE, annotations },
        spec: { targetRef },
      },
    });
    await until('the VPA', () => running.cluster?.caches.vpas.get(NAMESPACE, name));
  }
  await stored(running.store);
  const { body } = await askHandler(getAudit, { address: 'http://localhost/api/audit?kinds=change' });
  const kept = (body as unknown as { entries: { name: string; after: Record<string, string> }[] }).entries
    .filter(({ name }) => name in lengths)
    .map(({ name, after }) => [name, after['plumbline.dev/recommender']]);
  expect(Object.fromEntries(kept)).toEqual({ within: 'x'.repeat(16_384), beyond: `${'x'.repeat(16_383)}…` });
});

it('takes no program that calls itself like a person for one', async () => {
  const cluster = await ApiCluster.start();
  onTestFinished(() => cluster.close());
  await cluster.autoscaler('web');
  const process = await Recommending.start(cluster, {
    roles: ['recommender', 'updater'],
    leaderElect: false,
  });
  onTestFinished(() => process.stop());
  await until('operations', () => process.running.operations);
  const others = KubeClient.connect(loadAccess({ kubeconfig: cluster.kubeconfig }));
  onTestFinished(() => others.close());
  const { store } = process.running;
  for (const [index, fieldManager] of ['local', 'plumbline', 'ada'].entries()) {
    await others.request('PATCH', pathOf(API_RESOURCES.vpas, 'shop', 'web'), {
      query: { fieldManager },
      body: { spec: { updatePolicy: { updateMode: 'Initial', minReplicas: index + 2 } } },
      contentType: MERGE_PATCH,
    });
    const recorded = await until('the record', async () => {
      await stored(store);
      const records = await store.audit({ kinds: ['change'], limit: 10 });
      return records.length > index ? records : undefined;
    });
    for (const record of recorded) expect(record).toMatchObject({ who: 'unknown' });
  }
});

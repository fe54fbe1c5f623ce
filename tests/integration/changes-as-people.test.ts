import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { EffectView } from '@/server/contract/operations';
import type { Handler } from '@/server/host/api/handlers';
import { GET as whoAmI } from '@/server/host/api/session/route';
import { POST as preview } from '@/server/host/api/vpas/[namespace]/[name]/preview/route';
import { PATCH as save } from '@/server/host/api/vpas/[namespace]/[name]/route';
import type { ErrorBody } from '@/server/lib/report/errors';
import type { KubeObject } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { TestWebhook } from '../support/test-webhook';
import { until } from '../support/until';

type Headers = Record<string, string>;

const RBAC = 'rbac.authorization.k8s.io';
const OPS = { kind: 'Group', name: 'ops' };
const PROXY = {
  auth: 'proxy',
  identityHeader: 'x-user',
  groupsHeader: 'x-groups',
  proxySecret: 'shared',
} as const;
const as = (user: string, groups = ''): Headers => ({
  'x-plumbline-proxy-secret': 'shared',
  'x-user': user,
  'x-groups': groups,
});

let cluster: ApiCluster;
/** Sees every change of a VPA with the user who made it. */
let witness: TestWebhook;
let process: Recommending | undefined;

const role = (name: string, rules: object[]) =>
  cluster.create(`clusterroles.${RBAC}`, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name },
    rules,
  } as KubeObject);
const bind = (name: string, subject: object) =>
  cluster.create(`clusterrolebindings.${RBAC}`, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: [subject],
  } as KubeObject);

/** The account of Plumbline may do everything but act as others. */
beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  await role('plumbline', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch', 'create', 'update', 'patch'] },
  ]);
  await bind('plumbline', { kind: 'ServiceAccount', namespace: 'shop', name: 'plumbline' });
  await role('edit-vpas', [
    { apiGroups: ['autoscaling.k8s.io'], resources: ['verticalpodautoscalers'], verbs: ['list', 'patch'] },
  ]);
  await bind('edit-vpas', OPS);
  await cluster.create('serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'plumbline', namespace: 'shop' },
  });
  witness = await TestWebhook.start();
  await cluster.create('mutatingwebhookconfigurations.admissionregistration.k8s.io', {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'witness' },
    webhooks: [
      {
        name: 'witness.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: { url: witness.url, caBundle: witness.caBundle },
        rules: [
          {
            apiGroups: ['autoscaling.k8s.io'],
            apiVersions: ['*'],
            resources: ['verticalpodautoscalers'],
            operations: ['UPDATE'],
          },
        ],
      },
    ],
  } as KubeObject);
  const kubeconfig = readFileSync(cluster.kubeconfig, 'utf8');
  writeFileSync(ownKubeconfig(), kubeconfig.replace(tokenIn(kubeconfig), await ownToken()));
});
beforeEach(() => {
  witness.seen.length = 0;
});
afterEach(async () => {
  await process?.stop();
  process = undefined;
});
afterAll(async () => {
  await witness?.close();
  await cluster?.close();
});

const ownKubeconfig = () => path.join(cluster.folder, 'own-kubeconfig');
const tokenIn = (kubeconfig: string) =>
  (parse(kubeconfig) as { users: [{ user: { token: string } }] }).users[0].user.token;

async function ownToken(): Promise<string> {
  const admin = await Recommending.start(cluster);
  await until('a client', () => admin.running.cluster);
  const issued = await admin.running.cluster?.client.request<{ status: { token: string } }>(
    'POST',
    '/api/v1/namespaces/shop/serviceaccounts/plumbline/token',
    { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
  );
  await admin.stop();
  return issued?.status.token ?? '';
}

async function start(settings: object): Promise<void> {
  process = await Recommending.start(cluster, { kubeconfig: ownKubeconfig(), ...settings });
  await process.firstPass();
  await until('operations', () => process?.running.operations);
}

async function ask(handler: unknown, headers: Headers, body?: object) {
  const init = { method: body ? 'PATCH' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
  const params = { namespace: 'shop', name: 'web' } as never;
  const response = await (handler as Handler)(new Request('http://localhost/api', init), params);
  return { status: response.status, body: (await response.json()) as Partial<ErrorBody> & object };
}

const users = () =>
  witness.seen.map(({ body }) => (body.request.userInfo as { username: string } | undefined)?.username);
const minReplicas = () => cluster.vpa('web')?.spec.updatePolicy?.minReplicas;

describe('a person known by a proxy, where Plumbline may act as them', () => {
  beforeAll(async () => {
    await role('act-as-people', [
      { apiGroups: [''], resources: ['users'], verbs: ['impersonate'], resourceNames: ['ann', 'zoe'] },
      { apiGroups: [''], resources: ['groups'], verbs: ['impersonate'], resourceNames: ['ops'] },
    ]);
    await role('list-vpas', [
      { apiGroups: ['autoscaling.k8s.io'], resources: ['verticalpodautoscalers'], verbs: ['list'] },
    ]);
    await bind('list-vpas', { kind: 'User', name: 'zoe' });
    await bind('act-as-people', { kind: 'ServiceAccount', namespace: 'shop', name: 'plumbline' });
  });

  it('changes a VPA as themselves, and the cluster sees it', async () => {
    await start(PROXY);
    expect((await ask(whoAmI, as('ann', 'ops'))).body).toMatchObject({ changesAs: 'impersonated' });
    expect((await ask(save, as('ann', 'ops'), { minReplicas: 3 })).status).toBe(200);
    expect([users(), minReplicas()]).toEqual([['ann'], 3]);
  });

  it('is refused by the cluster what it no longer allows, whatever it allowed before', async () => {
    await start(PROXY);
    expect((await ask(save, as('zoe', 'ops'), { minReplicas: 4 })).status).toBe(200);
    await cluster.registry.delete(`clusterrolebindings.${RBAC}`, undefined, 'edit-vpas');
    const { status, body } = await ask(save, as('zoe', 'ops'), { minReplicas: 5 });
    expect([status, body.code, body.message]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('User "zoe" cannot patch resource "verticalpodautoscalers"'),
    ]);
    expect(minReplicas()).toBe(4);
    await bind('edit-vpas', OPS);
  });

  it('sees the effect of a change that they may not save, and is told so', async () => {
    await start(PROXY);
    const { body } = await ask(preview, as('zoe'), { minReplicas: 5 });
    expect(body).toMatchObject({
      errors: [],
      warnings: [expect.stringMatching(/^The API server would refuse this: .*User "zoe" cannot patch/)],
      texts: { kustomize: expect.stringContaining('minReplicas: 5') },
    });
  });

  it.each([
    ['whom it may not act as', 'bob', 'ops'],
    ['with a group it may not act as', 'ann', 'ops,staff'],
    ['whose name fits no header', 'анна', 'ops'],
  ])('changes it with the account of Plumbline: one %s', async (_, user, groups) => {
    await start(PROXY);
    expect((await ask(whoAmI, as(encodeHeader(user), groups))).body).toMatchObject({
      user,
      changesAs: 'own-account',
    });
    const minimum = 10 + user.length + groups.length;
    expect((await ask(save, as(encodeHeader(user), groups), { minReplicas: minimum })).status).toBe(200);
    expect([users(), minReplicas()]).toEqual([['system:serviceaccount:shop:plumbline'], minimum]);
  });
});

/** HTTP carries bytes; a proxy writes UTF-8, which is read as Latin-1. */
function encodeHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

describe('a person known by a token', () => {
  const bearer = (user: 'admin' | 'limited') => ({
    authorization: `Bearer ${tokenIn(cluster.kubeconfigOf(user))}`,
  });

  it('changes a VPA with that token', async () => {
    await start({ auth: 'token' });
    expect((await ask(whoAmI, bearer('admin'))).body).toMatchObject({ changesAs: 'token' });
    expect((await ask(save, bearer('admin'), { minReplicas: 2 })).status).toBe(200);
    expect([users(), minReplicas()]).toEqual([['admin'], 2]);
  });

  it('is told before saving what the cluster would say, which is asked as that person', async () => {
    await start({ auth: 'token' });
    const tried = async () =>
      (await ask(preview, bearer('admin'), { minReplicas: 6 })).body as Partial<EffectView>;
    const before = minReplicas();
    expect(await tried()).toMatchObject({
      errors: [],
      warnings: [],
      texts: {
        kubectl: expect.stringMatching(/--type=merge -p '{"spec":{"updatePolicy":{"minReplicas":6}}}'$/),
      },
    });
    witness.mood = { deny: 'changes are frozen', code: 403 };
    const { errors } = await tried();
    witness.mood = { patch: [] };
    expect(errors).toEqual([{ field: 'spec', message: expect.stringContaining('changes are frozen') }]);
    expect(users()).toEqual(['admin', 'admin']);
    expect(witness.seen.every(({ body }) => body.request.dryRun === true)).toBe(true);
    expect(minReplicas()).toBe(before);
  });

  it('is told what another part of the cluster has against the change', async () => {
    await start({ auth: 'token' });
    witness.mood = { deny: 'changes are frozen', code: 403 };
    const { status, body } = await ask(save, bearer('admin'), { minReplicas: 6 });
    witness.mood = { patch: [] };
    expect([status, body.message, minReplicas()]).toEqual([
      403,
      expect.stringContaining('changes are frozen'),
      2,
    ]);
  });
});

it('knows nobody by the account of Plumbline where nobody is asked who they are', async () => {
  await start({});
  expect((await ask(whoAmI, {})).body).toMatchObject({ user: 'local', changesAs: 'own-account' });
  expect((await ask(save, {}, { minReplicas: 7 })).status).toBe(200);
  expect(users()).toEqual(['system:serviceaccount:shop:plumbline']);
});

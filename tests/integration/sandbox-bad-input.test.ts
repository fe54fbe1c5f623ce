import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOnly, configMapNamed, podNamed, startApiOnly } from '../support/api-only';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const MIB = 1024 * 1024;

let cluster: ApiOnly;

beforeAll(async () => {
  cluster = await startApiOnly();
  await cluster.registry.create('configmaps', configMapNamed('known'));
  await cluster.registry.create('pods', podNamed('known'));
});

afterAll(() => cluster.close());

interface Case {
  what: string;
  method?: string;
  path: string;
  body?: unknown;
  contentType?: string;
  accept?: string;
  status: number;
  reason?: string;
  says?: RegExp;
}

const CASES: Case[] = [
  {
    what: 'a body cut short',
    path: MAPS,
    body: '{"kind":',
    status: 400,
    reason: 'BadRequest',
    says: /unexpected end of JSON input/,
  },
  {
    what: 'annotations of more than 256 KiB',
    path: MAPS,
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'noted', annotations: { a: 'x'.repeat(262_144) } },
    },
    status: 422,
    reason: 'Invalid',
    says: /metadata.annotations: Too long: may not be more than 262144 bytes/,
  },
  { what: 'no body', path: MAPS, body: '', status: 400, reason: 'BadRequest' },
  { what: 'a body that is no object', path: MAPS, body: '[1,2]', status: 400, reason: 'BadRequest' },
  {
    what: 'a body without a kind',
    path: MAPS,
    body: { metadata: { name: 'x' } },
    status: 400,
    says: /Object 'Kind' is missing/,
  },
  {
    what: 'another API version',
    path: MAPS,
    body: { ...configMapNamed('x'), apiVersion: 'v2' },
    status: 400,
    says: /does not match the expected API version/,
  },
  {
    what: 'a name that is a number',
    path: MAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 7 } },
    status: 400,
    says: /cannot unmarshal number/,
  },
  {
    what: 'labels that are a list',
    path: MAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', labels: ['a'] } },
    status: 400,
    says: /cannot unmarshal array/,
  },
  {
    what: 'metadata that is a text',
    path: MAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: 'x' },
    status: 422,
  },
  {
    what: 'no name',
    path: MAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap' },
    status: 422,
    says: /name or generateName is required/,
  },
  {
    what: 'a namespace other than in the URL',
    path: MAPS,
    body: configMapNamed('x', { namespace: 'other' }),
    status: 400,
    says: /namespace of the provided object/,
  },
  {
    what: 'a label value with a space',
    path: MAPS,
    body: configMapNamed('x', { labels: { a: 'b c' } }),
    status: 422,
    says: /a valid label must be/,
  },
  {
    what: 'broken YAML',
    path: MAPS,
    body: 'a: [',
    contentType: 'application/yaml',
    status: 400,
    says: /YAML/,
  },
  {
    what: 'an unknown media type',
    path: MAPS,
    body: 'x',
    contentType: 'image/png',
    status: 415,
    reason: 'UnsupportedMediaType',
  },
  {
    what: 'protobuf of an unknown message',
    path: MAPS,
    body: 'k8s\u0000',
    contentType: 'application/vnd.kubernetes.protobuf',
    status: 415,
  },
  {
    what: 'a body over 3 MB',
    path: MAPS,
    body: { ...configMapNamed('x'), data: { a: 'x'.repeat(4 * MIB) } },
    status: 413,
    reason: 'RequestEntityTooLarge',
  },
  {
    what: 'a resource that does not exist',
    method: 'GET',
    path: '/api/v1/namespaces/default/unicorns',
    status: 404,
    says: /could not find the requested resource/,
  },
  { what: 'a group that does not exist', method: 'GET', path: '/apis/none.example/v1/things', status: 404 },
  {
    what: 'a version that is not served',
    method: 'GET',
    path: '/apis/apps/v1beta1/deployments',
    status: 404,
  },
  {
    what: 'a namespaced resource created outside any namespace',
    path: '/api/v1/configmaps',
    body: configMapNamed('x'),
    status: 405,
  },
  {
    what: 'a namespace that does not exist',
    path: '/api/v1/namespaces/nowhere/configmaps',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } },
    status: 404,
    says: /namespaces "nowhere" not found/,
  },
  {
    what: 'a method that makes no sense here',
    method: 'PUT',
    path: MAPS,
    body: configMapNamed('x'),
    status: 405,
  },
  {
    what: 'a malformed label selector',
    method: 'GET',
    path: `${PODS}?labelSelector=a%20in%20(`,
    status: 400,
  },
  {
    what: 'a field that cannot be selected by',
    method: 'GET',
    path: `${PODS}?fieldSelector=spec.nonsense%3Dx`,
    status: 400,
    says: /field label not supported/,
  },
  { what: 'a malformed field selector', method: 'GET', path: `${PODS}?fieldSelector=nonsense`, status: 400 },
  { what: 'a limit that is no number', method: 'GET', path: `${PODS}?limit=many`, status: 400 },
  { what: 'a continue token that is none', method: 'GET', path: `${PODS}?limit=1&continue=xyz`, status: 400 },
  { what: 'an unknown dryRun', path: `${MAPS}?dryRun=Some`, body: configMapNamed('x'), status: 422 },
  { what: 'a form that cannot be answered in', method: 'GET', path: PODS, accept: 'text/html', status: 406 },
  {
    what: 'a JSON patch that is no list',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: { a: 1 },
    contentType: 'application/json-patch+json',
    status: 422,
  },
  {
    what: 'a JSON patch to nowhere',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: [{ op: 'replace', path: '/data/a/b', value: 1 }],
    contentType: 'application/json-patch+json',
    status: 422,
  },
  {
    what: 'a merge patch that is no JSON',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: 'nonsense',
    contentType: 'application/merge-patch+json',
    status: 400,
  },
  {
    what: 'a patch without a media type of patches',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: {},
    contentType: 'application/json',
    status: 415,
  },
  {
    what: 'a patch of the name',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: { metadata: { name: 'other' } },
    contentType: 'application/merge-patch+json',
    status: 400,
  },
  {
    what: 'an apply without a manager',
    method: 'PATCH',
    path: `${MAPS}/known`,
    body: configMapNamed('known'),
    contentType: 'application/apply-patch+yaml',
    status: 422,
    says: /fieldManager/,
  },
  {
    what: 'a delete policy that does not exist',
    method: 'DELETE',
    path: `${MAPS}/known?propagationPolicy=Sideways`,
    status: 400,
  },
  {
    what: 'a grace period that is no number',
    method: 'DELETE',
    path: `${PODS}/known?gracePeriodSeconds=soon`,
    status: 400,
  },
  {
    what: 'an eviction of another kind',
    path: `${PODS}/known/eviction`,
    body: { apiVersion: 'v1', kind: 'Binding' },
    status: 400,
  },
  {
    what: 'an eviction under another name',
    path: `${PODS}/known/eviction`,
    body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'other' } },
    status: 400,
  },
  {
    what: 'a binding to nowhere',
    path: `${PODS}/known/binding`,
    body: { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'known' } },
    status: 400,
  },
  {
    what: 'a workload without a selector',
    path: DEPLOYMENTS,
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { template: { spec: { containers: [{ name: 'a', image: 'i' }] } } },
    },
    status: 422,
    says: /spec.selector: Required value/,
  },
  {
    what: 'a selector that misses its template',
    path: DEPLOYMENTS,
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'c' } }, spec: { containers: [{ name: 'a', image: 'i' }] } },
      },
    },
    status: 422,
    says: /does not match template/,
  },
  {
    what: 'a definition without names',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    body: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'x.y' },
      spec: {},
    },
    status: 422,
    says: /spec.names.plural: Required value/,
  },
  {
    what: 'a definition whose spec is a text',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    body: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'x.y' },
      spec: 'z',
    },
    status: 400,
    says: /cannot unmarshal string/,
  },
];

describe('the embedded API server with bad requests', () => {
  it.each(CASES)(
    'answers $what with $status',
    async ({ method = 'POST', path, body, contentType, accept, status, reason, says }) => {
      const answer = await cluster.api.exchange(method, path, {
        ...(body === undefined ? {} : { body }),
        ...(contentType ? { contentType } : {}),
        ...(accept ? { accept } : {}),
      });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code: status });
      if (reason) expect(answer.body).toMatchObject({ reason });
      if (says) expect((answer.body as { message: string }).message).toMatch(says);
    },
  );

  it('still serves afterwards, and has stored nothing of them', async () => {
    const list = await cluster.api.get<{ items: { metadata: { name: string } }[] }>(MAPS);
    expect(list.items.map((each) => each.metadata.name)).toEqual(['known']);
  });

  it('lets each user do what their roles allow and nothing else', async () => {
    const { viewer, limited } = cluster.server.tokens;
    const tries: [string, string, string, number][] = [
      [viewer, 'GET', PODS, 200],
      [viewer, 'DELETE', `${PODS}/known`, 403],
      [limited, 'GET', PODS, 200],
      [limited, 'GET', '/api/v1/namespaces/kube-system/pods', 403],
      [limited, 'GET', '/api/v1/nodes', 403],
      [limited, 'GET', '/apis', 200],
      [limited, 'GET', '/metrics', 404],
    ];
    for (const [token, method, path, status] of tries) {
      expect([method, path, (await cluster.api.exchange(method, path, { token })).status]).toEqual([
        method,
        path,
        status,
      ]);
    }
  });

  it('knows no token of a service account that is gone, nor of another by its name', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } };
    const create = () => cluster.api.exchange('POST', accounts, { body: account });
    const knows = async (token: string) =>
      (await cluster.api.exchange('GET', '/api/v1/namespaces/default/pods', { token })).status !== 401;
    await create();
    const issued = await cluster.api.exchange('POST', `${accounts}/robot/token`, { body: {} });
    const { token } = (issued.body as { status: { token: string } }).status;
    expect(await knows(token)).toBe(true);
    await cluster.api.exchange('DELETE', `${accounts}/robot`);
    expect(await knows(token)).toBe(false);
    await create();
    expect(await knows(token)).toBe(false);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { BareWorkload } from '@/server/contract/recommendations';
import type { BulkOutcomeView } from '@/server/contract/requests/bulk';
import type {
  MatchingWorkloads,
  NamespacesView,
  WorkloadRow,
  WorkloadsView,
} from '@/server/contract/workloads';
import { POST as change } from '@/server/host/api/bulk/route';
import type { Handler } from '@/server/host/api/handlers';
import { GET as getNamespaces } from '@/server/host/api/namespaces/route';
import { GET as getBare } from '@/server/host/api/workloads/[namespace]/without-vpa/[kind]/[name]/route';
import { GET as exportAll, POST as exportChosen } from '@/server/host/api/workloads/export/route';
import { GET as getMatching } from '@/server/host/api/workloads/matching/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import type { KubeObject } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('with', ['with-1']);
  await cluster.autoscaler('with');
  // The same pods with a VPA and without one: both say the same.
  await cluster.workload('bare', ['bare-1']);
  await cluster.workload('silent', ['silent-1']);
  for (const pod of ['with-1', 'bare-1'])
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '250m', memory: '200Mi' } });
  process = await Recommending.start(cluster);
  await process.passes(3);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

function ask(handler: unknown, query = '', body?: unknown, params = {}): Promise<Response> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const request = new Request(`http://localhost/api${query}`, init);
  return (handler as Handler)(request, params as never);
}

async function read<T>(handler: unknown, query = '', body?: unknown): Promise<T> {
  const response = await ask(handler, query, body);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const list = (query = '') => read<WorkloadsView>(getWorkloads, query);
const names = ({ rows }: { rows: readonly Pick<WorkloadRow, 'name'>[] }) => rows.map(({ name }) => name);

it('lists workloads without a VPA apart, with what one would say', async () => {
  const usual = await list();
  expect(names(usual)).toEqual(['with']);
  await until('both counted', async () => (await list()).coverage.without === 2);
  const { rows, all, coverage } = await list('?vpa=without&sort=workload');
  expect([names({ rows }), all, coverage]).toEqual([['bare', 'silent'], 2, { with: 1, without: 2 }]);
  const [bare, silent] = rows;
  expect(bare).toMatchObject({
    hasNoVpa: true,
    target: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' },
    pods: 1,
    state: { kind: 'recommended' },
  });
  const targets = ({ containers }: WorkloadRow) =>
    containers.map(({ cpu, memory, confidence, samples }) => [cpu, memory, confidence, samples]);
  expect(bare && targets(bare)).toEqual(usual.rows[0] && targets(usual.rows[0]));
  // Unknown is not zero.
  expect(silent).toMatchObject({ state: { kind: 'none', reason: 'no-samples-yet' } });
  expect(silent?.containers[0]?.cpu.target).toBeUndefined();

  const both = await list('?vpa=all&sort=workload');
  expect([names(both), both.all]).toEqual([['bare', 'silent', 'with'], 3]);
  expect(names(await list('?vpa=all&q=bare'))).toEqual(['bare']);
  expect((await ask(getWorkloads, '?vpa=maybe')).status).toBe(400);
});

it('names all that match a filter, for choosing them', async () => {
  const matching = await read<MatchingWorkloads>(getMatching, '?vpa=all&sort=workload&q=deploy');
  expect(matching.matching).toBe(3);
  expect(matching.rows[0]).toEqual({
    namespace: 'shop',
    name: 'bare',
    target: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' },
    updateMode: 'Off',
    hasNoVpa: true,
  });
});

it('gives the list as CSV, JSON and YAML with the same contents, or only what was chosen', async () => {
  const csv = await ask(exportAll, '?format=csv&vpa=all&sort=workload');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="workloads.csv"');
  const [head = '', ...lines] = (await csv.text()).trimEnd().split('\r\n');
  expect(head.split(',').slice(0, 4)).toEqual(['namespace', 'kind', 'workload', 'vpa']);
  expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'shop,Deployment,bare,',
    'shop,Deployment,silent,',
    'shop,Deployment,with,with',
  ]);
  const json = await read<object[]>(exportAll, '?format=json&vpa=all&sort=workload');
  expect(json[2]).toMatchObject({ vpa: 'with', container: 'app', mode: 'Recreate', state: 'short' });
  const yaml = await (await ask(exportAll, '?format=yaml&vpa=all&sort=workload')).text();
  expect(parse(yaml, { version: '1.1' })).toEqual(json);

  const chosen = await read<{ workload: string }[]>(exportChosen, '?format=json&vpa=all&columns=mode', {
    only: ['shop/Deployment/bare', 'shop/with'],
  });
  expect(chosen.map(({ workload }) => workload).sort()).toEqual(['bare', 'with']);
  expect(Object.keys(chosen[1] ?? {})).not.toContain('cpu_target_millicores');
  expect((await ask(exportAll, '?format=xls')).status).toBe(400);
  expect((await ask(exportChosen, '?format=json', { only: [] })).status).toBe(422);
});

const askBare = (kind: string, name: string) =>
  ask(getBare, '', undefined, { namespace: 'shop', kind, name });
const bareOf = async (kind: string, name: string) =>
  (await (await askBare(kind, name)).json()) as BareWorkload;

it('answers one workload without a VPA with evidence, or the VPA that it has', async () => {
  const found = await bareOf('Deployment', 'bare');
  expect(found).toMatchObject({
    kind: 'without-vpa',
    workload: { name: 'bare', hasNoVpa: true, pods: 1, podList: [{ name: 'bare-1' }] },
  });
  const [container] = found.kind === 'without-vpa' ? found.workload.containers : [];
  const [listed] = (await list('?vpa=without&q=bare')).rows;
  expect(container?.cpu.target).toBeGreaterThan(0);
  expect(container?.cpu).toEqual(listed?.containers[0]?.cpu);
  expect(container?.traces.map(({ bound }) => bound)).toContain('upperBound');
  expect(container?.histograms.map(({ resource }) => resource)).toEqual(['cpu', 'memory']);
  expect(await bareOf('Deployment', 'with')).toEqual({ kind: 'has-vpa', vpa: 'with' });
  for (const [kind, name] of [
    ['Deployment', 'nobody'],
    ['StatefulSet', 'bare'],
    ['constructor', 'bare'],
  ] as const)
    expect((await askBare(kind, name)).status).toBe(404);
});

it('moves a workload to those with a VPA once one is made for it', async () => {
  const steps = [
    { kind: 'make', namespace: 'shop', target: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'bare' } },
  ];
  const { results } = await read<BulkOutcomeView>(change, '/bulk', { steps });
  expect(results).toMatchObject([{ kind: 'done' }]);
  await until('a move', async () => {
    const [having, lacking] = [await list('?sort=workload'), await list('?vpa=without')];
    return String([names(having), names(lacking)]) === 'bare-deployment,with,silent';
  });
  expect((await ask(change, '/bulk', { steps: [...steps, ...steps] })).status).toBe(422);
});

it('names the namespaces that have only workloads without a VPA', async () => {
  await cluster.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'elsewhere' },
  } as KubeObject);
  const labels = { app: 'lonely' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app' }] } };
  await cluster.create('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'elsewhere', name: 'lonely' },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  } as KubeObject);
  await until('both', async () => {
    const { namespaces, withoutVpas } = await read<NamespacesView>(getNamespaces);
    return String([namespaces.map(({ name }) => name), withoutVpas]) === 'shop,elsewhere';
  });
});

import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toKubeTime } from '@/server/lib/time/clock';
import type { ScanReport } from '@/server/scan/report';
import { NAMESPACE } from '../support/embedded-cluster';
import { ended } from '../support/ended-program';
import { type Fault, FaultyApi } from '../support/faulty-api';
import { UpdatingCluster } from '../support/updating';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));
const METRICS = /^\/apis\/metrics\.k8s\.io\//;
const PAGE = '<!doctype html><title>Sign in</title>';
/** Objects asked for by name. */
const SINGLE =
  /^\/apis?\/[^?]*\/(?:deployments|replicasets|pods|nodes|namespaces|configmaps|services)\/[^/?]+(?:\?|$)/;

let cluster: UpdatingCluster;
let api: FaultyApi;

beforeAll(async () => {
  cluster = await UpdatingCluster.start();
  await cluster.workload('web', { replicas: 2 });
  api = await FaultyApi.before(cluster.sandbox);
});
afterEach(() => {
  api.fault = () => undefined;
});
afterAll(async () => {
  await api.close();
  await cluster.close();
});

async function scan() {
  const asked = ['--kubeconfig', api.kubeconfig, '--no-replay', '--no-cache', '--watch', '1s', '-o', 'json'];
  const { code, out, err } = await ended(process.execPath, [COMMAND, 'scan', ...asked], cluster.folder);
  return { code, err, report: out === '' ? undefined : (JSON.parse(out) as ScanReport) };
}

/** What the metrics API says of the pods, each with its own time or none. */
function measured(timestamps: readonly (string | undefined)[]): Fault {
  const items = cluster.pods('web').map(({ metadata: { name } }, index) => ({
    metadata: { name, namespace: NAMESPACE },
    ...(timestamps[index] !== undefined && { timestamp: timestamps[index] }),
    window: '60s',
    containers: [{ name: 'app', usage: { cpu: '20m', memory: '30Mi' } }],
  }));
  return { instead: { kind: 'PodMetricsList', apiVersion: 'metrics.k8s.io/v1beta1', metadata: {}, items } };
}

describe('a scan where the metrics API answers strangely', () => {
  it.each([
    ['no pod has a time', [undefined, undefined], 'its timestamp is missing'],
    ['a time is none', ['yesterday', 'yesterday'], 'its timestamp "yesterday" is no time'],
  ])('knows no usage if %s, and says why', async (_, timestamps, why) => {
    api.fault = (_method, url) => (METRICS.test(url) ? measured(timestamps) : undefined);
    const { code, report } = await scan();
    expect(code).toBe(0);
    expect(report?.source).toEqual({ kind: 'none' });
    expect(report?.workloads.map(({ name, finding }) => [name, finding])).toEqual([['web', 'unknown']]);
    expect(report?.notes.join('\n')).toContain(why);
  });

  it('tells what the others use, and names a pod without a time', async () => {
    api.fault = (_method, url) =>
      METRICS.test(url) ? measured([toKubeTime(cluster.clock.now()), undefined]) : undefined;
    const { code, report } = await scan();
    expect(code).toBe(0);
    expect(report?.source).toEqual({ kind: 'metrics-api' });
    expect(report?.workloads[0]?.containers[0]?.used.cpu?.peak).toBe(20);
    const [, second] = cluster.pods('web');
    expect(report?.notes.join('\n')).toContain(
      `told of 1 pod what cannot be read; PodMetrics shop/${second?.metadata.name}: its timestamp is missing`,
    );
  });

  it('says that a page came instead', async () => {
    api.fault = (_method, url) => (METRICS.test(url) ? { page: PAGE } : undefined);
    const { code, report } = await scan();
    expect(code).toBe(0);
    expect(report?.notes.join('\n')).toMatch(/the metrics API has no sample: .* it sent a web page/);
  });
});

describe('a scan with a sign-in page before the API server', () => {
  it.each([
    ['is answered by it', { page: PAGE }, 'it sent a web page, as a proxy or a sign-in page'],
    [
      'is sent to it',
      { status: 302, reason: 'Found', headers: { location: '/login?next=x' } },
      'it sends to /login?next=x (302), as a sign-in page',
    ],
  ] satisfies [string, Fault, string][])('says so if it %s', async (_, fault, said) => {
    api.fault = () => fault;
    const { code, err, report } = await scan();
    expect(code).not.toBe(0);
    expect(report).toBeUndefined();
    expect(err).toContain(`does not answer as an API server of Kubernetes: ${said}`);
    expect(err).not.toMatch(/TypeError|undefined|\bat .*:\d+:\d+/);
  });

  it('tells the rest if objects asked for by name are answered by it', async () => {
    api.fault = (method, url) => (method === 'GET' && SINGLE.test(url) ? { page: PAGE } : undefined);
    const { code, report } = await scan();
    expect(code).toBe(0);
    expect(report?.workloads.map(({ name }) => name)).toEqual(['web']);
  });
});

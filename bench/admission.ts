import { postOf, ReviewConnection } from './admission-client';
import { podOf, startStillCluster } from './admission-cluster';
import { AdmissionProcess } from './admission-process';
import type { Bench, Figure } from './bench';

const WARM_UP = 4_000;
const ONE_BY_ONE = 8_000;
const CONNECTIONS = 8;
const MANY = 40_000;
const DIFFERENT_REVIEWS = 200;

interface Measured {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  residentMegabytes: number;
}

/** Reviews as the API server sends them, of pods of different workloads. */
function reviews(vpas: number): Buffer[] {
  return Array.from({ length: DIFFERENT_REVIEWS }, (_, index) => {
    const pod = podOf((index * 7) % vpas, '');
    const { name: _name, uid: _uid, resourceVersion: _version, ...metadata } = pod.metadata;
    return postOf({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        uid: `da3e3287-dbde-4948-b60c-${String(index).padStart(12, '0')}`,
        kind: { group: '', version: 'v1', kind: 'Pod' },
        resource: { group: '', version: 'v1', resource: 'pods' },
        requestKind: { group: '', version: 'v1', kind: 'Pod' },
        requestResource: { group: '', version: 'v1', resource: 'pods' },
        namespace: metadata.namespace,
        operation: 'CREATE',
        userInfo: { username: 'system:serviceaccount:kube-system:replicaset-controller', groups: [] },
        object: {
          ...pod,
          metadata: { ...metadata, generateName: 'web-', creationTimestamp: null },
          status: {},
        },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
      },
    });
  });
}

/** Posts `count` reviews one after another; the milliseconds each took, in ascending order. */
async function oneByOne(port: number, requests: readonly Buffer[], count: number): Promise<number[]> {
  const connection = await ReviewConnection.open(port);
  const tookMs: number[] = [];
  for (let index = 0; index < count; index++) {
    const request = requests[index % requests.length];
    if (!request) continue;
    const startedAt = performance.now();
    const body = await connection.post(request);
    tookMs.push(performance.now() - startedAt);
    if (!body.includes('"patch":')) throw new Error(`a pod was not patched: ${body}`);
  }
  connection.close();
  return tookMs.sort((a, b) => a - b);
}

async function measure(vpas: number, pods: number): Promise<Measured> {
  const cluster = await startStillCluster(vpas, pods);
  const admitting = await AdmissionProcess.start(cluster.url);
  const { port } = admitting;
  const requests = reviews(vpas);
  await admitting.until(async () => (await oneByOne(port, requests, requests.length)).length > 0);
  await oneByOne(port, requests, WARM_UP);
  const tookMs = await oneByOne(port, requests, ONE_BY_ONE);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => oneByOne(port, requests, MANY / CONNECTIONS)));
  const seconds = (performance.now() - startedAt) / 1000;
  const residentMegabytes = await admitting.residentMegabytes();
  await admitting.stop();
  await cluster.close();
  return { p50Ms: at(tookMs, 0.5), p99Ms: at(tookMs, 0.99), perSecond: MANY / seconds, residentMegabytes };
}

function at(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(ascending.length * share)] ?? Number.NaN;
}

/**
 * A process with only the admission role, asked for reviews through TLS by this one: with ten VPAs, then with
 * 1,000 VPAs and 10,000 pods cached.
 */
export const admissionBench: Bench = {
  name: 'admission',
  async run(): Promise<Figure[]> {
    const small = await measure(10, 50);
    const large = await measure(1_000, 10_000);
    return [
      { name: 'admission-p50', value: small.p50Ms, unit: 'ms', reach: '≤ 0.29, one connection' },
      { name: 'admission-p99', value: small.p99Ms, unit: 'ms', reach: '≤ 2, one connection' },
      { name: 'admission-8', value: small.perSecond, unit: 'reviews/s', reach: '≥ 6,500, 8 connections' },
      { name: 'admission-large-p50', value: large.p50Ms, unit: 'ms' },
      {
        name: 'admission-large-p99',
        value: large.p99Ms,
        unit: 'ms',
        reach: `≤ ${(2 * small.p99Ms).toFixed(2)}, twice the small one`,
      },
      { name: 'admission-large-8', value: large.perSecond, unit: 'reviews/s', reach: '≥ 6,500' },
      { name: 'admission-large-rss', value: large.residentMegabytes, unit: 'MB', reach: '≤ 150' },
    ];
  },
};

import assert from 'node:assert/strict';
import { postOf, ReviewConnection } from './admission-client';
import { podOf, type StillCluster, startStillCluster, TARGET } from './admission-cluster';
import { AdmissionProcess } from './admission-process';
import { type Bench, type Figure, median, quantile } from './bench';

const WARM_UP = 4_000;
const ONE_BY_ONE = 8_000;
const AT_ONCE = 15_000;
const ROUNDS = 3;
const DIFFERENT_REVIEWS = 200;

interface Measured {
  p50Ms: number;
  p99Ms: number;
  perSecondOn8: number;
  perSecondOn32: number;
  residentMegabytes: number;
}

/** A review as bytes, and its answer once checked: every later one must be the same. */
interface Asked {
  readonly uid: string;
  readonly request: Buffer;
  answer?: string;
}

/** Reviews as the API server sends them to `path`, for pods of different workloads. */
function reviews(vpas: number, path: string): Asked[] {
  return Array.from({ length: DIFFERENT_REVIEWS }, (_, index) => {
    const uid = `da3e3287-dbde-4948-b60c-${String(index).padStart(12, '0')}`;
    const pod = podOf((index * 7) % vpas, '');
    const { name: _name, uid: _uid, resourceVersion: _version, ...metadata } = pod.metadata;
    const review = {
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        uid,
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
    };
    return { uid, request: postOf(review, path) };
  });
}

/** @throws AssertionError unless `answer` sets the pod to its target */
function check(answer: string, uid: string): void {
  const { response } = JSON.parse(answer);
  assert.deepEqual([response.uid, response.allowed, response.patchType], [uid, true, 'JSONPatch'], answer);
  const operations: { path: string; value: unknown }[] = JSON.parse(atob(response.patch));
  const requests = '/spec/containers/0/resources/requests';
  for (const [resource, amount] of Object.entries(TARGET))
    assert.equal(operations.find(({ path }) => path === `${requests}/${resource}`)?.value, amount, answer);
}

/** Posts `count` reviews one after another; returns the milliseconds of each. */
export async function oneByOne(port: number, reviews: readonly Asked[], count: number): Promise<number[]> {
  const connection = await ReviewConnection.open(port);
  const tookMs: number[] = [];
  for (let index = 0; index < count; index++) {
    const asked = reviews[index % reviews.length];
    if (!asked) continue;
    const startedAt = performance.now();
    const answer = await connection.post(asked.request);
    tookMs.push(performance.now() - startedAt);
    if (asked.answer === undefined) check(answer, asked.uid);
    else if (asked.answer !== answer) throw new Error(`a pod got another answer than before: ${answer}`);
    asked.answer = answer;
  }
  connection.close();
  return tookMs;
}

/** Reviews to post, once the process answers them as it should. */
export async function firstReviews(
  admitting: AdmissionProcess,
  cluster: Pick<StillCluster, 'reviewPath'>,
  vpas: number,
): Promise<Asked[]> {
  let asked: Asked[] = [];
  await admitting.until(async () => {
    asked = reviews(vpas, cluster.reviewPath());
    return (await oneByOne(admitting.port, asked, asked.length)).length > 0;
  });
  return asked;
}

/**
 * Reviews per second on this many connections, each with one review in flight: the median of several rounds.
 */
async function perSecondOn(connections: number, port: number, reviews: readonly Asked[]): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const share = Math.ceil(AT_ONCE / connections);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: connections }, () => oneByOne(port, reviews, share)));
    rates.push((share * connections * 1000) / (performance.now() - startedAt));
  }
  return median(rates);
}

async function measure(vpas: number, pods: number): Promise<Measured> {
  const cluster = await startStillCluster(vpas, pods);
  const admitting = await AdmissionProcess.start(cluster.url);
  const { port } = admitting;
  const asked = await firstReviews(admitting, cluster, vpas);
  await oneByOne(port, asked, WARM_UP);
  const tookMs = await oneByOne(port, asked, ONE_BY_ONE);
  const perSecondOn8 = await perSecondOn(8, port, asked);
  const perSecondOn32 = await perSecondOn(32, port, asked);
  const residentMegabytes = await admitting.residentMegabytes();
  await admitting.stop();
  await cluster.close();
  return {
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    perSecondOn8,
    perSecondOn32,
    residentMegabytes,
  };
}

/**
 * A process with only the admission role, started as `npm run headless` starts it and sent reviews by this
 * process on the same machine: first with ten VPAs, then with 1,000 VPAs and 10,000 pods cached. The
 * connections are those of an API server: HTTP/1.1 through TLS, kept alive, one review in flight on each. The
 * generator sends prepared reviews and scans an answer only for its end; the first answer to each review is
 * checked, and every later one must be identical.
 */
export const admissionBench: Bench = {
  name: 'admission',
  async run(): Promise<Figure[]> {
    const small = await measure(10, 50);
    const large = await measure(1_000, 10_000);
    return [
      { name: 'admission-p50', value: small.p50Ms, unit: 'ms', reach: '≤ 0.29, one connection' },
      { name: 'admission-p99', value: small.p99Ms, unit: 'ms', reach: '≤ 2, one connection' },
      { name: 'admission-8', value: small.perSecondOn8, unit: 'reviews/s', reach: '≥ 6,500, 8 connections' },
      {
        name: 'admission-32',
        value: small.perSecondOn32,
        unit: 'reviews/s',
        reach: '≥ 6,500, 32 connections',
      },
      { name: 'admission-large-p50', value: large.p50Ms, unit: 'ms' },
      {
        name: 'admission-large-p99',
        value: large.p99Ms,
        unit: 'ms',
        reach: `≤ ${(2 * small.p99Ms).toFixed(2)}, twice the small one`,
      },
      { name: 'admission-large-8', value: large.perSecondOn8, unit: 'reviews/s', reach: '≥ 6,500' },
      { name: 'admission-large-rss', value: large.residentMegabytes, unit: 'MB', reach: '≤ 150' },
    ];
  },
};

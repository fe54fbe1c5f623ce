import { fork } from 'node:child_process';
import { once } from 'node:events';
import { wallClock } from '@/server/lib/time/clock';
import { postOf, ReviewConnection } from './admission-client';
import { type Bench, type BenchOptions, type Figure, median, quantile } from './bench';
import { QUIET, reviewOf, settleIn } from './pod/quiet-workload';
import { RunningPod } from './pod/running-pod';
import { ADMISSION, hasPasses, ONE_POD, ONE_PROCESS, type PodShape } from './pod/shapes';

const CONNECTIONS = 8;
const DIFFERENT = 200;
const WARM_UP_MS = 15_000;
const ROUND_MS = 8_000;
const ROUNDS = 3;
const PAGE_EVERY_MS = 250;
const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true };
const PAGES = ['/api/ready', '/login', '/api/inbox', '/api/overview', '/api/plan'];

/** Reviews of pods by different names and lengths. */
function bodies(path: string): Buffer[] {
  return Array.from({ length: DIFFERENT }, (_, index) => {
    const review = reviewOf(QUIET);
    review.request.uid = review.request.uid.slice(0, -3) + String(index).padStart(3, '0');
    const { object } = review.request;
    const filler = Object.fromEntries(
      Array.from({ length: 5 + (index % 40) }, (_, n) => [`note-${n}`, `of pod ${index}`.repeat(4)]),
    );
    const metadata = {
      ...object.metadata,
      generateName: `web-${index % 20}-`,
      annotations: filler,
      ownerReferences: [OWNER],
    };
    return postOf({ ...review, request: { ...review.request, object: { ...object, metadata } } }, path);
  });
}

interface Round {
  readonly tookMs: number[];
  readonly pageMs: number[];
  readonly perSecond: number;
}

/** Reviews as fast as they are answered for `ms`, and pages asked for meanwhile. */
async function round(pod: RunningPod, shape: PodShape, posts: readonly Buffer[], ms: number): Promise<Round> {
  const tookMs: number[] = [];
  const pageMs: number[] = [];
  const endMs = performance.now() + ms;
  const review = async (first: number) => {
    const connection = await ReviewConnection.open(pod.webhookPort);
    for (let index = first; performance.now() < endMs; index++) {
      const post = posts[index % posts.length];
      if (!post) break;
      const startedAt = performance.now();
      const answer = await connection.post(post);
      tookMs.push(performance.now() - startedAt);
      if (!answer.includes('"patch"')) throw new Error(`a pod came without its patch: ${answer}`);
    }
    connection.close();
  };
  const look = async () => {
    for (let asked = 0; performance.now() < endMs; asked++) {
      const startedAt = performance.now();
      await pod.textOf(hasPasses(shape) ? (PAGES[asked % PAGES.length] ?? '') : '/readyz');
      pageMs.push(performance.now() - startedAt);
      await wallClock.sleep(PAGE_EVERY_MS);
    }
  };
  const startedAt = performance.now();
  await Promise.all([look(), ...Array.from({ length: CONNECTIONS }, (_, index) => review(index * 25))]);
  return { tookMs, pageMs, perSecond: (tookMs.length * 1000) / (performance.now() - startedAt) };
}

function megabytes(pod: RunningPod): number {
  return Object.values(pod.rssBytes()).reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}

async function measure(shape: PodShape, kubeconfig: string, ms: number): Promise<Figure[]> {
  const pod = await RunningPod.start(shape, kubeconfig);
  try {
    return await measured(pod, shape, ms);
  } finally {
    await pod.stop();
  }
}

async function measured(pod: RunningPod, shape: PodShape, ms: number): Promise<Figure[]> {
  await settleIn(pod);
  const posts = bodies(await pod.path());
  await wallClock.sleep(WARM_UP_MS);
  const idleMb = megabytes(pod);
  const rounds: Round[] = [];
  let mostMb = 0;
  const watching = setInterval(() => {
    mostMb = Math.max(mostMb, megabytes(pod));
  }, 500);
  for (let index = 0; index < ROUNDS; index++) rounds.push(await round(pod, shape, posts, ms / ROUNDS));
  clearInterval(watching);
  await wallClock.sleep(WARM_UP_MS);
  const afterMb = megabytes(pod);
  const name = `admission-in-${shape.name}`;
  const tookMs = rounds.flatMap((one) => one.tookMs);
  const pageMs = rounds.flatMap((one) => one.pageMs);
  const rates = rounds.map(({ perSecond }) => perSecond);
  return [
    {
      name: `${name}-8`,
      value: median(rates),
      unit: 'reviews/s',
      note: `  rounds: ${rates.map((rate) => rate.toFixed(0)).join(', ')}`,
    },
    { name: `${name}-p50`, value: quantile(tookMs, 0.5), unit: 'ms' },
    { name: `${name}-p99`, value: quantile(tookMs, 0.99), unit: 'ms' },
    { name: `${name}-page-p99`, value: quantile(pageMs, 0.99), unit: 'ms' },
    { name: `${name}-idle`, value: idleMb, unit: 'MB' },
    { name: `${name}-during`, value: mostMb / idleMb, unit: 'of idle', reach: '≤ 1.2' },
    { name: `${name}-after`, value: afterMb / idleMb, unit: 'of idle', reach: '≤ 1.2' },
  ];
}

/**
 * Reviews at full speed on eight connections, with passes every five seconds and pages asked for: by admission alone,
 * by all roles in one process, and by the pod of the manifests, where admission has a container of its own. Each for
 * some 24 seconds, or for as many minutes as `--minutes` says.
 */
export const admissionInPodBench: Bench = {
  name: 'admission-in-pod',
  isLong: true,
  async run({ minutes, only }: BenchOptions = {}): Promise<Figure[]> {
    const ms = minutes === undefined ? ROUNDS * ROUND_MS : Number(minutes) * 60_000;
    const figures: Figure[] = [];
    for (const shape of [ADMISSION, ONE_PROCESS, ONE_POD]) {
      if (only !== undefined && shape.name !== only) continue;
      const cluster = fork('bin/run.mjs', ['bench/pod/cluster-child.ts'], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [kubeconfig] = (await once(cluster, 'message')) as [string];
      figures.push(...(await measure(shape, kubeconfig, ms)));
      cluster.disconnect();
      if (cluster.exitCode === null) await once(cluster, 'exit');
    }
    return figures;
  },
};

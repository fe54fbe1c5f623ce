import { deployment, vpa } from '@/sandbox/scenarios/build';
import type { CharacterText } from '@/sandbox/workloads/character';
import { wallClock } from '@/server/lib/time/clock';
import { memoryFrom } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ReviewConnection } from '../admission-client';
import { quantile } from '../bench';
import { reviewsOfPods } from '../scale';
import type { Contender } from './contender';

export const CONNECTIONS = [1, 8, 32] as const;
const REVIEWS_MS = 10_000;
/** Before it: V8 compiles what runs often, and its first reviews are slower. */
const UNCOUNTED_MS = 2_000;
const LOOK_MS = 250;
/** Passes come once a minute on both sides. */
const LONGEST_MS = 240_000;
const LONGEST_UNTIL_KILLED_MS = 600_000;
const LIMIT_MIB = 300;
/** So many that some are killed only once something is recommended for them. */
const HUNGRY = 4;
/** Beyond its limit at one moment of every five minutes. */
const BURSTS: CharacterText = {
  kind: 'spiky',
  cpu: '50m',
  spikeCpu: '100m',
  memory: '150Mi',
  spikeMemory: '1Gi',
  spikesPerHour: 12,
  spikeSeconds: 15,
};

interface Reviewing {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** One round of one side. What did not happen within four minutes is not a number. */
export interface Measured {
  readonly idleMb: number;
  /** Pages of files that several of its processes map are counted once. */
  readonly idleOnceMb: number;
  readonly reviewingMb: number;
  readonly reviewingOnceMb: number;
  readonly cpuSecondsAMinute: number;
  readonly passSeconds: number;
  readonly reviews: ReadonlyMap<number, Reviewing>;
  readonly firstSeconds: number;
  readonly killedSeconds: number;
}

/** Waits until `found` answers, and says after how many seconds it did; NaN if it never does. */
async function secondsUntil(found: () => Promise<boolean>, longestMs = LONGEST_MS): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < longestMs) {
    if (await found()) return (performance.now() - startedAt) / 1000;
    await wallClock.sleep(LOOK_MS);
  }
  return Number.NaN;
}

/** The most that `of` says while `work` goes on. */
async function mostWhile(of: () => number, work: Promise<unknown>): Promise<number> {
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, of());
  }, LOOK_MS);
  await work.finally(() => clearInterval(looking));
  return most;
}

async function reviewing(port: number, posts: readonly Buffer[], connections: number): Promise<Reviewing> {
  const tookMs: number[] = [];
  const countedFrom = performance.now() + UNCOUNTED_MS;
  const one = async (first: number) => {
    const connection = await ReviewConnection.open(port);
    for (let index = first; performance.now() < countedFrom + REVIEWS_MS; index++) {
      const post = posts[index % posts.length];
      if (!post) break;
      const askedAt = performance.now();
      await connection.post(post);
      if (askedAt >= countedFrom) tookMs.push(performance.now() - askedAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index * 13)));
  return {
    perSecond: (tookMs.length * 1000) / (performance.now() - countedFrom),
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
  };
}

/** Reviews that this side answers with a patch each. @throws Error if it does not after four minutes */
async function patchedReviews(contender: Contender): Promise<Buffer[]> {
  const posts = await reviewsOfPods(contender.client, await contender.reviewPath(), (index) => index % 40);
  const connection = await ReviewConnection.open(contender.webhookPort);
  for (const [index, post] of posts.entries()) {
    const took = await secondsUntil(async () => (await connection.post(post)).includes('"patch"'));
    if (Number.isNaN(took)) throw new Error(`${contender.name}: pod ${index} is not patched`);
  }
  connection.close();
  return posts;
}

const NAMESPACE = 'versus';

async function deploy(
  { client }: Contender,
  name: string,
  limits: string,
  does: CharacterText,
): Promise<void> {
  const containers = [{ requests: '50m/200Mi', limits, does }];
  const { object } = deployment({ name, namespace: NAMESPACE, replicas: 1, containers });
  await client.request('POST', pathOf(API_RESOURCES.deployments, NAMESPACE), { body: object });
}

async function addVpa({ client }: Contender, name: string): Promise<void> {
  const { object } = vpa({ name, namespace: NAMESPACE, mode: 'Off' });
  await client.request('POST', pathOf(API_RESOURCES.vpas, NAMESPACE), { body: object });
}

/** So that the next round finds what this one found. */
async function remove({ client }: Contender, name: string): Promise<void> {
  for (const kind of [API_RESOURCES.vpas, API_RESOURCES.deployments])
    await client.request('DELETE', pathOf(kind, NAMESPACE, name));
}

/** The memory that it recommends, in MiB; undefined as long as it recommends nothing. */
async function targetOf({ client }: Contender, name: string): Promise<number | undefined> {
  const path = pathOf(API_RESOURCES.vpas, NAMESPACE, name);
  const { status } = await client.request<VerticalPodAutoscaler>('GET', path);
  const memory = status?.recommendation?.containerRecommendations?.[0]?.target?.memory;
  return memory === undefined ? undefined : memoryFrom(memory) / 2 ** 20;
}

async function wasKilled({ client }: Contender, name: string): Promise<boolean> {
  const query = { labelSelector: `app=${name}` };
  const path = pathOf(API_RESOURCES.pods, NAMESPACE);
  const { items } = await client.request<KubeList<Pod>>('GET', path, { query });
  return items.some(({ status }) =>
    status?.containerStatuses?.some(
      ({ state, lastState }) => (state?.terminated ?? lastState?.terminated)?.reason === 'OOMKilled',
    ),
  );
}

/** How long after the first kill of a container that has a recommendation that is beyond its limit; NaN if never. */
async function secondsAfterKill(contender: Contender, names: readonly string[]): Promise<number> {
  const alive = new Set<string>();
  for (const name of names)
    if (!(await wasKilled(contender, name)) && (await targetOf(contender, name)) !== undefined)
      alive.add(name);
  let killed: string | undefined;
  await secondsUntil(async () => {
    for (const name of alive) if (await wasKilled(contender, name)) killed ??= name;
    return killed !== undefined || alive.size === 0;
  }, LONGEST_UNTIL_KILLED_MS);
  const its = killed;
  if (its === undefined) return Number.NaN;
  return secondsUntil(async () => ((await targetOf(contender, its)) ?? 0) > LIMIT_MIB);
}

/**
 * Measures one side: what it takes for `idleMs` with nothing but passes, reviews of unequal length on one, eight and 32
 * connections, and how long a new VPA and a killed container wait.
 */
export async function measured(contender: Contender, idleMs: number, round: number): Promise<Measured> {
  const named = (what: string) => `${what}-${contender.name}-${round}`;
  const tell = (what: string) => console.error(`versus: round ${round + 1}, ${contender.name}: ${what}`);
  tell('first recommendations');
  await secondsUntil(async () => (await contender.passes()).count > 0);
  const posts = await patchedReviews(contender);
  const spare = named('spare');
  await deploy(contender, spare, '', { kind: 'steady', cpu: '80m', memory: '120Mi' });
  const hungry = Array.from({ length: HUNGRY }, (_, index) => named(`hungry-${index}`));
  for (const name of hungry) {
    await addVpa(contender, name);
    await deploy(contender, name, `/${LIMIT_MIB}Mi`, BURSTS);
  }

  tell('passes alone');
  const before = { cpuMs: contender.cpuMs(), passes: await contender.passes(), atMs: performance.now() };
  const idleBytes = await mostWhile(() => contender.rssBytes(), wallClock.sleep(idleMs));
  const idleAgainBytes = contender.mappedAgainBytes();
  const minutes = (performance.now() - before.atMs) / 60_000;
  const cpuSecondsAMinute = (contender.cpuMs() - before.cpuMs) / 1000 / minutes;

  tell('reviews');
  const reviews = new Map<number, Reviewing>();
  const reviewingBytes = await mostWhile(
    () => contender.rssBytes(),
    (async () => {
      for (const connections of CONNECTIONS)
        reviews.set(connections, await reviewing(contender.webhookPort, posts, connections));
    })(),
  );
  const reviewingAgainBytes = contender.mappedAgainBytes();

  tell('a new VPA');
  await addVpa(contender, spare);
  const firstSeconds = await secondsUntil(async () => (await targetOf(contender, spare)) !== undefined);
  tell('a container that is killed');
  const killedSeconds = await secondsAfterKill(contender, hungry);
  for (const name of [spare, ...hungry]) await remove(contender, name);
  const passes = await contender.passes();
  return {
    idleMb: idleBytes / 1e6,
    idleOnceMb: (idleBytes - idleAgainBytes) / 1e6,
    reviewingMb: reviewingBytes / 1e6,
    reviewingOnceMb: (reviewingBytes - reviewingAgainBytes) / 1e6,
    cpuSecondsAMinute,
    passSeconds: (passes.seconds - before.passes.seconds) / (passes.count - before.passes.count),
    reviews,
    firstSeconds,
    killedSeconds,
  };
}

import { deployment, vpa } from '@/sandbox/scenarios/build';
import type { CharacterText } from '@/sandbox/workloads/character';
import { unlessMissing } from '@/server/kube/errors';
import { wallClock } from '@/server/lib/time/clock';
import { memoryFrom } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ReviewConnection } from '../admission-client';
import { median, quantile } from '../bench';
import { reviewsOfPods } from '../scale';
import { type Contender, clientFor } from './contender';
import { SPARE_NAMESPACE, SPARES, spareName } from './population';
import type { Requests, World } from './world';

export const CONNECTIONS = [1, 8, 32] as const;
/** Of reviews that nobody logs. */
const QUIET_CONNECTIONS = 8;
const REVIEWS_MS = 8_000;
/** Before it: V8 compiles what runs often, and its first reviews are slower. */
const UNCOUNTED_MS = 2_000;
const LOOK_MS = 100;
/** Before anything else is measured: nobody's caches are full yet. */
const SETTLE_MS = 45_000;
/** Between one new VPA and the next, so that they come at all times of a pass. */
const VPA_EVERY_MS = 6_000;
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

export interface Reviewing {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of all processes of the side for one, in microseconds. */
  readonly cpuUs: number;
}

/** One round of one side. What did not happen within four minutes is not a number. */
export interface Measured {
  /** From its start until a VPA that waits for it has a recommendation. */
  readonly startSeconds: number;
  readonly idleMb: number;
  /** Pages of files that several of its processes map are counted once. */
  readonly idleOnceMb: number;
  readonly reviewingMb: number;
  readonly reviewingOnceMb: number;
  /** Of admission alone. */
  readonly admissionMb: number;
  readonly admissionAfterMb: number;
  /** From the start until reviews begin. */
  readonly earlyCpuSecondsAMinute: number;
  readonly cpuSecondsAMinute: number;
  readonly requestsAMinute: number;
  readonly leasesAMinute: number;
  readonly passSeconds: number;
  readonly reviews: ReadonlyMap<number, Reviewing>;
  /** On eight connections, of an admission that logs nothing, where there is one. */
  readonly quietly: Reviewing | undefined;
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

async function reviewing(
  { cpuMs }: Pick<Contender, 'cpuMs'>,
  port: number,
  posts: readonly Buffer[],
  connections: number,
): Promise<Reviewing> {
  const tookMs: number[] = [];
  let answered = 0;
  const cpuBeforeMs = cpuMs();
  const countedFrom = performance.now() + UNCOUNTED_MS;
  const one = async (first: number) => {
    const connection = await ReviewConnection.open(port);
    for (let index = first; performance.now() < countedFrom + REVIEWS_MS; index++) {
      const post = posts[index % posts.length];
      if (!post) break;
      const askedAt = performance.now();
      await connection.post(post);
      answered++;
      if (askedAt >= countedFrom) tookMs.push(performance.now() - askedAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index * 13)));
  return {
    perSecond: (tookMs.length * 1000) / (performance.now() - countedFrom),
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    cpuUs: ((cpuMs() - cpuBeforeMs) * 1000) / answered,
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

async function deploy(
  { client }: Contender,
  name: string,
  limits: string,
  does: CharacterText,
): Promise<void> {
  const containers = [{ requests: '50m/200Mi', limits, does }];
  const { object } = deployment({ name, namespace: SPARE_NAMESPACE, replicas: 1, containers });
  await client.request('POST', pathOf(API_RESOURCES.deployments, SPARE_NAMESPACE), { body: object });
}

async function addVpa({ client }: Pick<Contender, 'client'>, name: string, target = name): Promise<void> {
  const { object } = vpa({ name, target, namespace: SPARE_NAMESPACE, mode: 'Off' });
  await client.request('POST', pathOf(API_RESOURCES.vpas, SPARE_NAMESPACE), { body: object });
}

/** So that the next round finds what this one found. */
async function remove({ client }: Pick<Contender, 'client'>, name: string): Promise<void> {
  for (const kind of [API_RESOURCES.vpas, API_RESOURCES.deployments])
    await unlessMissing(client.request('DELETE', pathOf(kind, SPARE_NAMESPACE, name)));
}

/** The memory that it recommends, in MiB; undefined as long as it recommends nothing. */
async function targetOf({ client }: Pick<Contender, 'client'>, name: string): Promise<number | undefined> {
  const path = pathOf(API_RESOURCES.vpas, SPARE_NAMESPACE, name);
  const { status } = await client.request<VerticalPodAutoscaler>('GET', path);
  const memory = status?.recommendation?.containerRecommendations?.[0]?.target?.memory;
  return memory === undefined ? undefined : memoryFrom(memory) / 2 ** 20;
}

async function wasKilled({ client }: Contender, name: string): Promise<boolean> {
  const query = { labelSelector: `app=${name}` };
  const path = pathOf(API_RESOURCES.pods, SPARE_NAMESPACE);
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

/** How long new VPAs, whose pods have run for minutes, wait for their recommendation, one after the other. */
async function secondsOfNewVpas(contender: Contender, named: (what: string) => string): Promise<number[]> {
  const waits = Array.from({ length: SPARES - 1 }, async (_, index) => {
    await wallClock.sleep(index * VPA_EVERY_MS);
    const name = named(`new-${index}`);
    await addVpa(contender, name, spareName(index + 1));
    const waited = await secondsUntil(async () => (await targetOf(contender, name)) !== undefined);
    await remove(contender, name);
    return waited;
  });
  return Promise.all(waits);
}

/** What was asked between two counts, most first. */
function askedSince(before: Requests = {}, after: Requests = {}, minutes: number): [string, number][] {
  return Object.entries(after)
    .map(([what, count]): [string, number] => [what, (count - (before[what] ?? 0)) / minutes])
    .filter(([, aMinute]) => aMinute > 0)
    .sort(([, one], [, other]) => other - one);
}

/**
 * Measures one side from its start: how long a VPA waits that is there already, what it takes at first, what it takes
 * for `idleMs` with nothing but passes, reviews of unequal length on one, eight and 32 connections, and how long a new
 * VPA and a killed container wait.
 */
export async function measured(
  world: World,
  start: () => Promise<Contender>,
  idleMs: number,
  round: string,
): Promise<Measured> {
  const named = (what: string) => `${what}-${round}`;
  const tell = (what: string) => console.error(`versus: ${round}: ${what}`);
  tell('start');
  const client = clientFor(world.kubeconfig);
  const waiting = named('waiting');
  await addVpa({ client }, waiting, spareName(0));
  const starting = secondsUntil(async () => (await targetOf({ client }, waiting)) !== undefined);
  starting.catch(() => undefined);
  const startedMs = performance.now();
  const contender = await start();
  try {
    const startSeconds = await starting;
    return { startSeconds, ...(await measuredOf(contender)) };
  } finally {
    await contender.stop();
    await remove({ client }, waiting);
    await client.close();
  }

  async function measuredOf(contender: Contender): Promise<Omit<Measured, 'startSeconds'>> {
    await wallClock.sleep(SETTLE_MS - (performance.now() - startedMs));
    await secondsUntil(async () => (await contender.passes()).count > 0);
    const hungry = world.runsContainers
      ? Array.from({ length: HUNGRY }, (_, index) => named(`hungry-${index}`))
      : [];
    for (const name of hungry) {
      await addVpa(contender, name);
      await deploy(contender, name, `/${LIMIT_MIB}Mi`, BURSTS);
    }

    tell('passes alone');
    const before = {
      cpuMs: contender.cpuMs(),
      passes: await contender.passes(),
      requests: world.requestsOf?.(contender.agents),
      atMs: performance.now(),
    };
    const idleBytes = await mostWhile(() => contender.rssBytes(), wallClock.sleep(idleMs));
    const admissionBytes = contender.admissionBytes();
    const idleAgainBytes = contender.mappedAgainBytes();
    const minutes = (performance.now() - before.atMs) / 60_000;
    const cpuSecondsAMinute = (contender.cpuMs() - before.cpuMs) / 1000 / minutes;
    const earlyCpuSecondsAMinute = contender.cpuMs() / ((performance.now() - startedMs) / 60);
    const asked = askedSince(before.requests, world.requestsOf?.(contender.agents), minutes);
    for (const [what, aMinute] of asked) console.error(`  ${what}: ${aMinute.toFixed(1)} a minute`);
    const aMinute = (part: string) =>
      asked.length === 0
        ? Number.NaN
        : asked.reduce((sum, [what, each]) => sum + (what.includes(part) ? each : 0), 0);

    tell('reviews');
    const posts = await patchedReviews(contender);
    const reviews = new Map<number, Reviewing>();
    const reviewingBytes = await mostWhile(
      () => contender.rssBytes(),
      (async () => {
        for (const connections of CONNECTIONS)
          reviews.set(connections, await reviewing(contender, contender.webhookPort, posts, connections));
      })(),
    );
    const reviewingAgainBytes = contender.mappedAgainBytes();
    const admissionAfterBytes = contender.admissionBytes();
    const quietPort = await contender.quietAdmission?.();
    if (quietPort !== undefined) await patchedReviews({ ...contender, webhookPort: quietPort });
    const quietly =
      quietPort === undefined ? undefined : await reviewing(contender, quietPort, posts, QUIET_CONNECTIONS);

    tell('new VPAs');
    const firstSeconds = median(await secondsOfNewVpas(contender, named));
    tell('a container that is killed');
    const killedSeconds = await secondsAfterKill(contender, hungry);
    for (const name of hungry) await remove(contender, name);
    const passes = await contender.passes();
    return {
      idleMb: idleBytes / 1e6,
      idleOnceMb: (idleBytes - idleAgainBytes) / 1e6,
      reviewingMb: reviewingBytes / 1e6,
      reviewingOnceMb: (reviewingBytes - reviewingAgainBytes) / 1e6,
      admissionMb: admissionBytes / 1e6,
      admissionAfterMb: admissionAfterBytes / 1e6,
      earlyCpuSecondsAMinute,
      cpuSecondsAMinute,
      requestsAMinute: aMinute(''),
      leasesAMinute: aMinute(' leases'),
      passSeconds: (passes.seconds - before.passes.seconds) / (passes.count - before.passes.count),
      reviews,
      quietly,
      firstSeconds,
      killedSeconds,
    };
  }
}

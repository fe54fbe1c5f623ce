import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { STUDY_ANNOTATION } from '@/server/recommender/checkpoints/place';
import { ApiCluster, CHECKPOINTS, VPAS } from '../support/api-cluster';
import { endPlaces, InCluster, KEPT_PLACES, type KeptPlace, keysIn } from '../support/kept-places';
import { PATIENCE } from '../support/patience';

const MANY = 150;

/** Where no database listens. */
const NOBODY = 'postgres://ada:secret@127.0.0.1:1/plumbline';

let cluster: ApiCluster;
let inCluster: KeptPlace;
let inDatabase: KeptPlace | undefined;
let child: ChildProcess | undefined;

afterAll(endPlaces);
beforeEach(async () => {
  cluster = await ApiCluster.start();
  inCluster = new InCluster(cluster);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await inDatabase?.close();
  [inDatabase, child] = [undefined, undefined];
  await cluster.close();
});

/** Evidence that differs for each `index`, with numbers that a careless copy would round. */
function statusOf(index: number, lastUpdateTime = '2026-03-01T23:59:00Z') {
  const histogram = {
    referenceTimestamp: '2026-03-01T00:00:00Z',
    bucketWeights: { [index % 100]: 10_000, [(index % 100) + 7]: 1 + (index % 9999) },
    totalWeight: 1 / 3 + index,
  };
  return {
    version: 'v3',
    lastUpdateTime,
    firstSampleStart: '2026-03-01T00:00:00Z',
    lastSampleStart: '2026-03-01T23:59:00Z',
    totalSamplesCount: index + 1,
    cpuHistogram: histogram,
    memoryHistogram: histogram,
  };
}

async function fill(place: KeptPlace, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await place.set(`vpa-${index}`, 'app', statusOf(index));
}

let bundled: Promise<string> | undefined;

async function begin(...args: string[]): Promise<ChildProcess> {
  bundled ??= bundle('server/cli/move-checkpoints.ts');
  child = spawn(process.execPath, [await bundled, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      KUBECONFIG: cluster.kubeconfig,
      PLUMBLINE_DATA_DIR: cluster.folder,
      PLUMBLINE_DATABASE_URL: inDatabase?.settings.databaseUrl ?? NOBODY,
      PLUMBLINE_KUBE_API_QPS: '2000',
      PLUMBLINE_KUBE_API_BURST: '2000',
    },
  });
  return child;
}

async function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { stdout, stderr, ...rest } = await begin(...args);
  if (!stdout || !stderr || !child) throw new Error('no output');
  const ended = new Promise<number | null>((resolve) => child?.once('exit', resolve));
  const said = await Promise.all([text(stdout), text(stderr)]);
  return { code: await ended, said: `${said.join('')}${rest.killed ? 'killed' : ''}` };
}

async function killOnce(isTime: () => Promise<boolean>, ...args: string[]): Promise<void> {
  const running = await begin(...args);
  const ended = new Promise((resolve) => running.once('exit', resolve));
  await vi.waitFor(async () => expect(await isTime()).toBe(true), { ...PATIENCE, interval: 1 });
  running.kill('SIGKILL');
  await ended;
}

const TO_DATABASE = ['--from', 'cluster', '--to', 'database'];
const TO_CLUSTER = ['--from', 'database', '--to', 'cluster'];

describe.each(KEPT_PLACES.slice(1))('moving checkpoints between the cluster and %s', (_, open) => {
  beforeEach(async (context) => {
    inDatabase = await open(cluster);
    if (!inDatabase) context.skip('PostgreSQL is not installed: apt-get install postgresql');
  });

  it('copies them as they are, there and back, and changes nothing in a dry run', async () => {
    await fill(inCluster, 30);
    const all = await inCluster.statuses();
    const dry = await run(...TO_DATABASE, '--dry-run');
    expect(dry.said).toContain('Would be done: 30 moved.');
    expect(await keysIn(inDatabase)).toEqual([]);

    const there = await run(...TO_DATABASE, '--remove-source');
    expect(there).toMatchObject({ code: 0 });
    expect(there.said).toContain('PLUMBLINE_CHECKPOINTS_IN=database');
    expect(await inDatabase?.statuses()).toEqual(all);
    expect(await keysIn(inCluster)).toEqual([]);

    expect((await run(...TO_CLUSTER)).code).toBe(0);
    expect(await inCluster.statuses()).toEqual(all);
    expect(await inDatabase?.statuses()).toEqual(all);
    expect((await run(...TO_DATABASE)).said).toContain('30 already there');
  });

  it('takes what another recommender has learned along, there and back', async () => {
    await inCluster.set('fine', 'app', statusOf(1));
    const study = '{"recommender":"mean","learned":[1,2,3]}';
    const annotations = { [STUDY_ANNOTATION]: study };
    cluster.registry.mutate(CHECKPOINTS, 'shop', 'fine-app', (draft) => {
      draft.metadata.annotations = annotations;
    });
    await inDatabase?.set('fine', 'app', statusOf(1));
    expect((await run(...TO_DATABASE, '--remove-source')).code).toBe(0);
    expect(await inDatabase?.statuses()).toEqual({
      'shop/fine/app': { ...statusOf(1), [STUDY_ANNOTATION]: study },
    });
    expect((await run(...TO_CLUSTER)).code).toBe(0);
    expect(cluster.registry.get(CHECKPOINTS, 'shop', 'fine-app')?.metadata.annotations).toEqual(annotations);
    expect(await inCluster.statuses()).toEqual({ 'shop/fine/app': statusOf(1) });
  });

  it('goes on after it was killed half-way, and each is in some place at any time', async () => {
    await fill(inCluster, MANY);
    const all = await inCluster.statuses();
    const left = async () => (await keysIn(inCluster)).length;
    await killOnce(async () => (await left()) < MANY - 20, ...TO_DATABASE, '--remove-source');
    expect(await left()).toBeGreaterThan(0);
    expect({ ...(await inCluster.statuses()), ...(await inDatabase?.statuses()) }).toEqual(all);
    expect((await run(...TO_DATABASE, '--remove-source')).code).toBe(0);
    expect(await inDatabase?.statuses()).toEqual(all);
    expect(await keysIn(inCluster)).toEqual([]);
  });

  it('neither moves what cannot be read nor replaces it, nor what is newer or of another recommender', async () => {
    const newer = statusOf(2, '2026-03-02T00:10:00Z');
    await inCluster.set('broken', 'app', { version: 'v1' });
    await inCluster.set('fine', 'app', statusOf(1));
    await inDatabase?.set('fine', 'app', { version: 'v2' });
    await inCluster.set('newer', 'app', statusOf(3));
    await inDatabase?.set('newer', 'app', newer);
    await inCluster.set('older', 'app', newer);
    await inDatabase?.set('older', 'app', statusOf(4));
    await cluster.autoscaler('foreign', { recommenders: [{ name: 'another' }] });
    expect(cluster.registry.get(VPAS, 'shop', 'foreign')).toBeDefined();
    await inCluster.set('foreign', 'app', statusOf(5));

    const { code, said } = await run(...TO_DATABASE, '--remove-source');
    expect(code).toBe(1);
    expect(said).toMatch(/shop\/broken, container app: unreadable.*status\.version/);
    expect(said).toMatch(/shop\/fine, container app: unreadable.*the one in the other place/);
    expect(await keysIn(inCluster)).toEqual(['shop/broken/app', 'shop/fine/app', 'shop/foreign/app']);
    expect(await inDatabase?.statuses()).toEqual({
      'shop/fine/app': { version: 'v2' },
      'shop/newer/app': newer,
      'shop/older/app': newer,
    });
  });

  it('leaves one in the database whose name in the cluster is taken, and says so', async () => {
    await inCluster.set('a', 'b-c', statusOf(1));
    await inDatabase?.set('a-b', 'c', statusOf(2));
    const { code, said } = await run(...TO_CLUSTER, '--remove-source');
    expect(code).toBe(1);
    expect(said).toContain('by container b-c of VPA a');
    expect(await keysIn(inDatabase)).toEqual(['shop/a-b/c']);
    expect(await inCluster.statuses()).toEqual({ 'shop/a/b-c': statusOf(1) });
  });
});

it('says how it is used, and without its password which database does not answer', async () => {
  const wrong = await run('--from', 'cluster');
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.said).toContain('usage: npm run move-checkpoints');
  const away = await run(...TO_DATABASE);
  expect(away).toMatchObject({ code: 1 });
  expect(away.said).toContain('postgres://ada@127.0.0.1:1/plumbline');
  expect(away.said).not.toContain('secret');
  expect(away.said.trim().split('\n')).toHaveLength(1);
});

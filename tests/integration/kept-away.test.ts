import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ApiCluster } from '../support/api-cluster';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { Recommending } from '../support/recommending';

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');

const USAGE = { cpu: '250m', memory: '400Mi' };

let cluster: ApiCluster;
let postgres: PostgresServer | undefined;
let recommending: Recommending | undefined;

afterEach(async () => {
  await recommending?.stop();
  await postgres?.close();
  [recommending, postgres] = [undefined, undefined];
  await cluster.close();
});

async function start(settings = {}): Promise<Recommending> {
  recommending = await Recommending.start(cluster, {
    checkpointsIn: 'database',
    databaseUrl: postgres?.url ?? '',
    checkpointsGcIntervalMs: 60_000,
    ...settings,
  });
  return recommending;
}

async function workload(name: string, cpu: string): Promise<void> {
  await cluster.workload(name, [`${name}-1`]);
  await cluster.autoscaler(name);
  cluster.usage.set(`shop/${name}-1`, { app: { ...USAGE, cpu } });
}

const samplesOf = (name: string) => recommending?.running.workload('shop', name).containers[0]?.samples ?? 0;
const targetOf = (name: string) =>
  cluster.vpa(name).status?.recommendation?.containerRecommendations?.[0]?.target.cpu;

describe.skipIf(!bin)('while the database with the checkpoints is away', () => {
  beforeEach(async () => {
    cluster = await ApiCluster.start();
    postgres = await startPostgres(bin ?? '');
  });

  it('a start goes on, keeps what was recommended, and adds what was learned once it is back', async () => {
    await workload('web', '250m');
    await start();
    await recommending?.passes(20);
    const before = samplesOf('web');
    const target = targetOf('web');
    await recommending?.stop();

    await postgres?.halt();
    cluster.usage.set('shop/web-1', { app: { ...USAGE, cpu: '2' } });
    await workload('new', '100m');
    await start();
    await recommending?.passes(3);
    const problem = await recommending?.expectProblem('checkpoints-away', 'PLUMBLINE_DATABASE_URL');
    expect(problem?.remedy).toContain('keeps recommending');
    await recommending?.until(() => expect(targetOf('new')).toBeDefined());
    expect(targetOf('web')).toBe(target);
    expect(samplesOf('web')).toBeLessThan(before);

    await postgres?.start();
    await recommending?.until(() => expect(recommending?.problem('checkpoints-away')).toBeUndefined());
    expect(samplesOf('web')).toBeGreaterThan(before);
    const after = samplesOf('web');
    await recommending?.stop();
    cluster.usage.clear();
    await start();
    await recommending?.firstPass();
    expect(samplesOf('web')).toBeGreaterThanOrEqual(after);
  });

  it('passes go on, and what was learned meanwhile is kept once it is back', async () => {
    await workload('web', '250m');
    await start();
    await recommending?.passes(2);
    await postgres?.halt();
    await workload('new', '100m');
    await recommending?.until(() => expect(recommending?.problem('checkpoints-away')).toBeDefined());
    await recommending?.until(() => expect(targetOf('new')).toBeDefined());
    await postgres?.start();
    await recommending?.until(() => expect(recommending?.problem('checkpoints-away')).toBeUndefined());
    const learned = ['web', 'new'].map(samplesOf);
    await recommending?.stop();
    cluster.usage.clear();
    await start();
    await recommending?.firstPass();
    for (const [index, name] of ['web', 'new'].entries())
      expect(samplesOf(name)).toBeGreaterThanOrEqual(learned[index] ?? 0);
  });
});

it('recommends while a database takes connections and never answers', async () => {
  cluster = await ApiCluster.start();
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  await workload('web', '250m');
  const { port } = mute.address() as AddressInfo;
  await start({ databaseUrl: `postgres://plumbline@127.0.0.1:${port}/postgres` });
  await recommending?.passes(3);
  expect(targetOf('web')).toBeDefined();
  await recommending?.expectProblem('checkpoints-away', 'PLUMBLINE_DATABASE_URL');
  await recommending?.stop();
  for (const socket of sockets) socket.destroy();
  mute.close();
});

describe('with checkpoints in the database', () => {
  it('no role asks the cluster for checkpoints', async () => {
    cluster = await ApiCluster.start({ crds: false });
    await cluster.create(
      'customresourcedefinitions.apiextensions.k8s.io',
      parse(readFileSync('deploy/crds/verticalpodautoscalers.yaml', 'utf8')),
    );
    await workload('web', '250m');
    const roles = ['recommender', 'updater'];
    await start({ roles, databaseUrl: '' });
    await recommending?.passes(5);
    expect(targetOf('web')).toBeDefined();
    expect(recommending?.problem('crds-not-installed')).toBeUndefined();
    await recommending?.until(() =>
      expect(recommending?.running.handles.updater?.state.kind).toBe('running'),
    );
    await recommending?.stop();
    await start({ roles, databaseUrl: '', checkpointsIn: 'cluster' });
    await recommending?.expectProblem('crds-not-installed', 'verticalpodautoscalercheckpoints');
  });
});

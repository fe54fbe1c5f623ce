import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import type { RoleContext } from '@/server/kube/role-context';
import type { ConfigMap, KubeObject } from '@/server/objects/types';
import { PriceKeeper } from '@/server/operations/prices/price-keeper';
import type { AuditRecord } from '@/server/store';
import { accountKubeconfig } from '../support/account-kubeconfig';
import { roleContext } from '../support/role-context';
import { until } from '../support/until';
import { recordingInto, UpdatingCluster } from '../support/updating';

const NAMESPACE = 'plumbline';
const NAME = 'plumbline-prices';
const STATED = { currency: 'EUR', cpu: 0.03, memory: 0.004 };
const config = defaultConfig({ kubeApiQps: 1000, kubeApiBurst: 1000 });

interface Keeping {
  context: RoleContext<Config>;
  keeper: PriceKeeper;
  records: AuditRecord[];
}

let cluster: UpdatingCluster;
let running: Keeping[];

beforeEach(async () => {
  running = [];
  cluster = await UpdatingCluster.start(1);
});
afterEach(async () => {
  for (const { keeper, context } of running) {
    await keeper.stop();
    await context.client.close();
  }
  await cluster.close();
});

function keeping(kubeconfig = cluster.sandbox.kubeconfigPath): Keeping {
  const context = roleContext(config, kubeconfig, cluster.clock);
  const records: AuditRecord[] = [];
  const keeper = new PriceKeeper(context, { store: recordingInto(records) });
  keeper.start({ takesOver: true });
  const kept = { context, keeper, records };
  running.push(kept);
  return kept;
}

const problemsOf = ({ context }: Keeping) => context.problems.list().map(({ code, about }) => [code, about]);

/** The kubeconfig of an account without any right. */
async function kubeconfigOfNobody(): Promise<string> {
  const metadata = { name: 'nobody', namespace: 'default' };
  await cluster.create('serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata,
  } as KubeObject);
  const { kubeconfigPath } = cluster.sandbox;
  return accountKubeconfig(kubeconfigPath, metadata, path.dirname(kubeconfigPath));
}

it('are known to every process, and forgotten by every process', async () => {
  const [here, there] = [keeping(), keeping()];
  expect((await here.keeper.save(STATED, 'ada')).keptIn).toBe('cluster');
  await until('the prices elsewhere', () => there.keeper.current?.currency === 'EUR');
  expect(there.keeper.current?.base).toEqual({ cpu: 0.03, memory: 0.004 });
  await here.keeper.save(null, 'ada');
  await until('none elsewhere', () => there.keeper.current === undefined);
  expect(here.records.map((record) => ('who' in record ? record.who : ''))).toEqual(['ada', 'ada']);
  await expect(here.keeper.save(null, 'ada')).rejects.toMatchObject({ code: 'conflict' });
});

it('that nobody can read count as none, which is told', async () => {
  const here = keeping();
  await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  await cluster.create<ConfigMap>('configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: NAME, namespace: NAMESPACE },
    data: { prices: `currency=${'x'.repeat(100_000)} cpu=1e999` },
  });
  await until('a problem', () => problemsOf(here).length > 0);
  expect(problemsOf(here)).toEqual([['object-unusable', `ConfigMap ${NAMESPACE}/${NAME}`]]);
  expect(here.keeper.current).toBeUndefined();
  await here.keeper.save(STATED, 'ada');
  expect(problemsOf(here)).toEqual([]);
});

it('that its account may not follow or save are told by name', async () => {
  const here = keeping(await kubeconfigOfNobody());
  await until('a problem', () => problemsOf(here).length > 0);
  expect(problemsOf(here)).toEqual([['access-forbidden', `configmaps ${NAME}`]]);
  await expect(here.keeper.save(STATED, 'ada')).rejects.toThrow(/configmaps.*nobody|nobody.*configmaps/);
  expect(here.records).toEqual([expect.objectContaining({ outcome: 'refused', who: 'ada' })]);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CERTIFICATE_SECRET_NAME } from '@/server/admission';
import { CertificateSecret } from '@/server/admission/serving/certificate-secret';
import { LIFETIMES, makeCertificates } from '@/server/admission/serving/certificates';
import { wallClock } from '@/server/lib/time/clock';
import type { ConfigMap, KubeObject, Secret } from '@/server/objects/types';
import { PriceKeeper } from '@/server/operations/prices/price-keeper';
import { Stops } from '@/server/operations/stops';
import { STOP_CONFIG_MAP } from '@/server/operations/stops/stop-keeper';
import { installRights, shippedAccount } from '../support/shipped-rights';
import { until } from '../support/until';
import { recordingInto, UpdatingCluster } from '../support/updating';

const FORMER = 'kube-system';
const OWN = 'plumbline';
const ALL = { kind: 'all' } as const;
const SAID = JSON.stringify({ who: 'ada', atMs: 1 });

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start(1);
  await installRights(cluster.sandbox, 'deploy/rbac', 'deploy/account', 'deploy/one-pod');
});
afterEach(() => cluster.close());

const mapIn = (namespace: string, name = STOP_CONFIG_MAP) =>
  cluster.sandbox.registry.get<ConfigMap>('configmaps', namespace, name);

async function leftBehind(name: string, data: Record<string, string>): Promise<void> {
  const metadata = { namespace: FORMER, name };
  await cluster.create('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } as KubeObject);
}

/** A process with the rights of one pod, which heeds stops. */
async function heeding(enforce: boolean) {
  const context = cluster.context({
    kubeconfig: await shippedAccount(cluster.sandbox),
    dataDir: `${cluster.folder}/${Math.random()}`,
  });
  const stops = new Stops(context, recordingInto([]), { enforce });
  await stops.keeper.settled();
  return {
    stops,
    scopes: () => stops.keeper.list().map(({ scope }) => scope.kind),
    end: async () => {
      await stops.stop();
      await context.caches.stop();
      await context.client.close();
    },
  };
}

describe('stops that a former version kept beside the upstream VPA', () => {
  it('hold from the first moment, and are kept here from then on', async () => {
    await leftBehind(STOP_CONFIG_MAP, { all: SAID });
    const first = await heeding(true);
    expect(first.scopes()).toEqual(['all']);
    await until('the stop in its new place', () => mapIn(OWN)?.data?.all);
    expect(mapIn(OWN)?.metadata.annotations).toMatchObject({ 'plumbline.dev/taken-over-from': FORMER });
    await first.stops.resume(ALL, 'ben');
    await until('a resume', () => mapIn(OWN)?.data?.['resumed.all']);
    await first.end();

    const second = await heeding(true);
    expect(second.scopes()).toEqual([]);
    await second.end();
  });

  it('hold too where a process writes nothing, until the cluster has them here', async () => {
    await leftBehind(STOP_CONFIG_MAP, { all: SAID });
    const reading = await heeding(false);
    expect(reading.scopes()).toEqual(['all']);
    expect(mapIn(OWN)?.data).toBeUndefined();
    const writing = await heeding(true);
    await until('the stop in its new place', () => mapIn(OWN)?.data?.all);
    await writing.stops.resume(ALL, 'ben');
    await until('the resume to be known', () => reading.scopes().length === 0);
    await reading.end();
    await writing.end();
  });

  it('do not count against what was said here since', async () => {
    await leftBehind(STOP_CONFIG_MAP, { all: SAID, 'namespace.shop': SAID });
    cluster.sandbox.registry.mutate<ConfigMap>('configmaps', OWN, STOP_CONFIG_MAP, (draft) => {
      draft.data = { 'resumed.all': SAID };
    });
    const { scopes, end } = await heeding(true);
    expect(scopes()).not.toContain('all');
    await end();
  });
});

it('prices that a former version kept go on, and none that were taken back since', async () => {
  await leftBehind('plumbline-prices', { prices: 'currency=EUR cpu=0.03 memory=0.004' });
  const context = cluster.context({ kubeconfig: await shippedAccount(cluster.sandbox) });
  const keep = () => {
    const keeper = new PriceKeeper(context, { store: recordingInto([]) });
    keeper.start({ takesOver: true });
    return keeper;
  };
  const keeper = keep();
  await until('the price', () => mapIn(OWN, 'plumbline-prices')?.data?.prices);
  await until('it to be known', () => keeper.view().keptIn === 'cluster');
  await keeper.save(null, 'ada');
  await keeper.stop();
  const again = keep();
  await until('what there is to be known', () => again.view().keptIn === 'assumed');
  await again.stop();
  expect(mapIn(OWN, 'plumbline-prices')?.data).not.toHaveProperty('prices');
  await context.client.close();
});

it('certificates that a former version kept go on, so that what is registered stays right', async () => {
  const hosts = ['plumbline-webhook.plumbline.svc'];
  const made = await makeCertificates(hosts, wallClock.now(), LIFETIMES);
  const data = Object.fromEntries(
    Object.entries({
      'ca.crt': made.caPem,
      'ca.key': made.caKeyPem,
      'tls.crt': made.certPem,
      'tls.key': made.keyPem,
    }).map(([key, pem]) => [key, Buffer.from(pem).toString('base64')]),
  );
  const metadata = { namespace: FORMER, name: CERTIFICATE_SECRET_NAME };
  await cluster.create('secrets', { apiVersion: 'v1', kind: 'Secret', metadata, data } as KubeObject);
  const context = cluster.context({ kubeconfig: await shippedAccount(cluster.sandbox) });
  const secret = new CertificateSecret({
    client: context.client,
    namespace: OWN,
    formerNamespace: FORMER,
    name: CERTIFICATE_SECRET_NAME,
    hosts,
    lifetimes: LIFETIMES,
  });
  expect(await secret.current(wallClock.now())).toEqual(made);
  const kept = cluster.sandbox.registry.get<Secret>('secrets', OWN, CERTIFICATE_SECRET_NAME);
  expect(kept?.data).toEqual(data);
  await context.client.close();
});

import { describe, expect, it } from 'vitest';
import { ClusterCaches } from '@/server/kube/caches';
import { KubeClient } from '@/server/kube/client';
import type { ErrorCode } from '@/server/lib/report/errors';
import { silentLogger } from '@/server/lib/report/log';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { ScriptedApi } from '@/tests/support/scripted-api';
import { vpasIn } from './inputs';

cleanUpAfterEach();

const VPAS = '/apis/autoscaling.k8s.io/v1/verticalpodautoscalers';
const SCOPES = [
  { kind: 'vpa', namespace: 'shop', name: 'web' },
  { kind: 'namespace', namespace: 'shop' },
  { kind: 'all' },
] as const;

async function clusterOf(vpas: object[]): Promise<ClusterCaches> {
  const api = await ScriptedApi.start();
  api.serveList(VPAS, vpas);
  const client = KubeClient.connect(api.access());
  const caches = new ClusterCaches(client, { log: silentLogger });
  cleanups.push(
    () => api.close(),
    () => client.close(),
    () => caches.stop(),
  );
  return caches;
}

describe('the VPAs that a replay asks for', () => {
  it.each(SCOPES)('are not missing before the cluster was listed: %o', async (scope) => {
    const caches = await clusterOf([{ metadata: { namespace: 'shop', name: 'web', uid: '1' } }]);
    const tooSoon = expect.objectContaining({ code: 'not-ready' satisfies ErrorCode });
    expect(() => vpasIn({ caches }, scope)).toThrow(tooSoon);
    caches.start(['vpas']);
    await caches.vpas.synced();
    expect(vpasIn({ caches }, scope).map(({ metadata }) => metadata.name)).toEqual(['web']);
  });

  it.each(SCOPES)('are none in a cluster that has none: %o', async (scope) => {
    const caches = await clusterOf([]);
    caches.start(['vpas']);
    await caches.vpas.synced();
    expect(vpasIn({ caches }, scope)).toEqual([]);
  });
});

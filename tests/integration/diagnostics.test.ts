import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { DiagnosticsView } from '@/server/contract/diagnostics';
import { GET as getBundle } from '@/server/host/api/diagnostics/bundle/route';
import { GET as getDiagnostics } from '@/server/host/api/diagnostics/route';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { ApiCluster } from '../support/api-cluster';
import { until } from '../support/until';

const SECRETS = {
  prometheusPassword: 'secret-of-prometheus',
  tellSigningSecret: 'secret-of-messages',
  proxySecret: 'secret-of-the-proxy',
};

let cluster: ApiCluster;
let running: Runtime;

const asked = async (get: unknown): Promise<Response> =>
  (get as (request: Request, params: object) => Promise<Response>)(
    new Request('http://localhost/api/diagnostics'),
    {},
  );

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.create('clusterroles.rbac.authorization.k8s.io', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'reader' },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
  } as never);
  await cluster.create('clusterrolebindings.rbac.authorization.k8s.io', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
    subjects: [{ kind: 'User', name: 'limited', apiGroup: 'rbac.authorization.k8s.io' }],
  } as never);
  const kubeconfig = path.join(cluster.folder, 'reader');
  writeFileSync(kubeconfig, cluster.kubeconfigOf('limited'));
  running = await startRuntime(
    defaultConfig({
      kubeconfig,
      dataDir: cluster.folder,
      logLevel: 'silent',
      roles: ['recommender', 'updater'],
      ...SECRETS,
    }),
  );
  await until(
    'the roles',
    () => running.handles.updater !== undefined && running.handles.recommender?.lastPass,
  );
  const detail = `GET http://me:${SECRETS.prometheusPassword}@prometheus: ${SECRETS.prometheusPassword} is refused`;
  running.problems.by('test').report('prometheus-unavailable', 'http://me:other-secret@prometheus', detail);
});
afterAll(async () => {
  await running.stop();
  await cluster.close();
});

describe('the diagnostics of a process', () => {
  it('name the missing rights, and what does not work without them', async () => {
    const { rights } = (await (await asked(getDiagnostics)).json()) as DiagnosticsView;
    if (rights.kind === 'unknown') throw new Error(rights.message);
    const lacking = Object.fromEntries(rights.parts.map(({ part, lacking }) => [part, lacking]));
    const parts = [
      'reader',
      'recommender',
      'updater',
      'annotate-pods',
      'edit-hpas',
      'edit-policies',
      'keep-threshold',
      'node-autoscaling',
    ];
    expect(Object.keys(lacking)).toEqual(parts);
    expect(rights.parts.filter(({ isOptional }) => isOptional).map(({ part }) => part)).toEqual(
      parts.slice(3),
    );
    expect(lacking['edit-policies']).toContain(
      'delete verticalscalingpolicies.plumbline.dev in the whole cluster',
    );
    expect(lacking.reader).toEqual([]);
    expect(lacking.updater).toEqual(
      expect.arrayContaining([
        'create pods/eviction in the whole cluster',
        'update leases.coordination.k8s.io in plumbline (plumbline-updater)',
      ]),
    );
    expect(lacking.recommender).toContain(
      'patch verticalpodautoscalers.autoscaling.k8s.io/status in the whole cluster',
    );
  });

  it('say how each part is', async () => {
    const { parts, versions } = (await (await asked(getDiagnostics)).json()) as DiagnosticsView;
    const states = Object.fromEntries(parts.map(({ part, state }) => [part, state]));
    expect(states).toMatchObject({
      Cluster: 'connected',
      'Role recommender': expect.stringContaining('last pass'),
      'Role updater': expect.stringContaining('runs'),
      Watches: expect.stringMatching(/^\d+ kinds, \d+ objects?$/),
    });
    expect(versions.map(({ name }) => name)).toEqual(['Plumbline', 'Node.js', 'Kubernetes']);
  });

  it('are a file with problems and metrics, and without secrets', async () => {
    const response = await asked(getBundle);
    expect(response.headers.get('content-disposition')).toContain('plumbline-diagnostics.json');
    const text = await response.text();
    for (const secret of [...Object.values(SECRETS), 'other-secret']) expect(text).not.toContain(secret);
    const bundle = JSON.parse(text) as DiagnosticsView & { problems: { code: string }[]; metrics: string[] };
    expect(bundle.problems.map(({ code }) => code)).toContain('prometheus-unavailable');
    expect(bundle.metrics.some((line) => line.startsWith('plumbline_build_info'))).toBe(true);
    expect(bundle.settings.flatMap(({ settings }) => settings)).toContainEqual(
      expect.objectContaining({ env: 'PLUMBLINE_PROXY_SECRET', origin: 'program', value: 'set, not shown' }),
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRegistry } from '@/sandbox/api/create-registry';
import { startApiServer } from '@/sandbox/api/server';
import { reportCacheProblems } from '@/server/host/health/cache-problems';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';
import {
  cluster,
  clusterForEach,
  DEFINITIONS,
  registration,
  renewedAt,
  running,
  start,
  startWith,
} from '../support/admission-upkeep';
import { until } from '../support/until';

clusterForEach();

describe('the admission lease', () => {
  /** Another cluster, in which the process may do what `allow` grants: everything in some API groups. */
  async function limitedCluster() {
    const registry = await createRegistry({ clock: wallClock, log: silentLogger });
    const server = await startApiServer({ port: 0, clock: wallClock, log: silentLogger, registry });
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-forbidden-'));
    onTestFinished(async () => {
      await running.pop()?.stop();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, server.kubeconfig('limited'));
    for (const { metadata, ...definition } of cluster.sandbox.registry.list<KubeObject>(DEFINITIONS))
      await registry.create(DEFINITIONS, { ...definition, metadata: { name: metadata.name } });
    const allow = async (name: string, apiGroups: string[]) => {
      const group = 'rbac.authorization.k8s.io';
      const rules = [{ apiGroups, resources: ['*'], verbs: ['*'] }];
      const role = { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
      await registry.create(`clusterroles.${group}`, role);
      await registry.create(`clusterrolebindings.${group}`, {
        ...{ apiVersion: `${group}/v1`, kind: 'ClusterRoleBinding', metadata: { name } },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name },
        subjects: [{ apiGroup: group, kind: 'User', name: 'limited' }],
      } as KubeObject);
    };
    await allow('usual', ['', 'apps', 'batch', 'autoscaling', 'coordination.k8s.io']);
    return { kubeconfig, allow };
  }

  it('is not renewed while VPAs may not be read, and the reason is reported', async () => {
    const { kubeconfig, allow } = await limitedCluster();
    await allow('registrations', ['admissionregistration.k8s.io']);
    const admitting = await startWith(kubeconfig, {}, { timings: { healthEveryMs: 20 } });
    await until('unhealthy admission', () => admitting.handle.health().kind === 'unhealthy');
    expect(admitting.handle.health()).toMatchObject({
      faults: [{ check: 'knows-vpas', detail: 'reading VPAs is forbidden' }],
    });
    await allow('vpas', ['autoscaling.k8s.io']);
    await admitting.healthy();
  });

  it('is reported as unreadable only while the registration maintained by something else may not be read', async () => {
    const { kubeconfig, allow } = await limitedCluster();
    const timings = { registrationEveryMs: 20 };
    const admitting = await startWith(kubeconfig, { admissionRegister: false }, { timings });
    await until('an unread registration', () => admitting.problems().includes('webhook-not-registered'));
    await allow('registrations', ['admissionregistration.k8s.io']);
    await until('a read registration', () => !admitting.problems().includes('webhook-not-registered'));
  });

  it('is not renewed while the VPA definitions are missing, which is all that is reported, and again once they are installed', async () => {
    const definitions = [...cluster.sandbox.registry.list<KubeObject>(DEFINITIONS)];
    for (const { metadata } of definitions)
      cluster.sandbox.registry.delete(DEFINITIONS, undefined, metadata.name);
    const admitting = await start({}, { timings: { healthEveryMs: 20 } });
    const end = reportCacheProblems(admitting.context.caches, admitting.context.problems);
    await until('admission without VPAs', () => admitting.handle.health().kind === 'no-vpas');
    await until('a registration', () => registration() !== undefined);
    expect(admitting.handle.health().kind).toBe('no-vpas');
    expect([admitting.problems(), renewedAt()]).toEqual([['crds-not-installed'], undefined]);
    for (const definition of definitions) {
      const { resourceVersion: _none, uid: _one, ...metadata } = definition.metadata;
      await cluster.create(DEFINITIONS, { ...definition, metadata });
    }
    await admitting.healthy();
    await until('a lease', renewedAt);
    expect(admitting.problems()).toEqual([]);
    end();
  });
});

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORMER_MODE_ANNOTATION } from '@/server/decide/pods/mode-before-stop';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { codes, UpdatingCluster } from '../support/updating';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const modeOf = (name: string) => cluster.vpa(name).spec.updatePolicy?.updateMode;

describe('stop', () => {
  it('is in force in this process first, then everywhere, and resumes exactly', async () => {
    await cluster.workload('web', { replicas: 2 });
    await cluster.autoscaler('web', { updatePolicy: { updateMode: 'InPlaceOrRecreate', minReplicas: 1 } });
    await cluster.autoscaler('api', { updatePolicy: { updateMode: 'Initial' } });
    await cluster.autoscaler('off', { updatePolicy: { updateMode: 'Off' } });
    const here = await cluster.updating();
    const there = await cluster.updating();

    const pressed = here.stops.press({ kind: 'namespace', namespace: NAMESPACE }, 'ada');
    expect(codes(await here.plan(cluster, 'web'))[0]).toMatch(/stopped|mode-off/);
    await pressed;
    await until('the other process to know', () => there.stops.view().stops.length === 1);
    await until('every mode off', () => ['web', 'api', 'off'].every((name) => modeOf(name) === 'Off'));
    expect(cluster.vpa('off').metadata.annotations?.[FORMER_MODE_ANNOTATION]).toBeUndefined();
    await here.caughtUp(cluster);
    expect(here.stops.view()).toMatchObject({
      stops: [{ scope: { kind: 'namespace', namespace: NAMESPACE }, who: 'ada', inCluster: true }],
      progress: { affected: 2, done: 2, already: 1, restoring: 0, failed: 0 },
    });
    await here.pass(cluster);
    expect(here.actions()).toEqual([]);

    await there.stops.resume({ kind: 'namespace', namespace: NAMESPACE }, 'bob');
    await until(
      'the former modes',
      () => modeOf('web') === 'InPlaceOrRecreate' && modeOf('api') === 'Initial',
    );
    expect(cluster.vpa('web').spec.updatePolicy).toEqual({ updateMode: 'InPlaceOrRecreate', minReplicas: 1 });
    expect(modeOf('off')).toBe('Off');
    const kept = [...cluster.sandbox.registry.list(VPAS)].filter(
      ({ metadata }) => metadata.annotations?.[FORMER_MODE_ANNOTATION],
    );
    expect(kept).toEqual([]);
  });

  it('keeps why, for every process, and says before a resume what that does', async () => {
    await cluster.workload('web', { replicas: 3 });
    await cluster.autoscaler('web');
    await cluster.autoscaler('api', { updatePolicy: { updateMode: 'Initial' } });
    await cluster.autoscaler('off', { updatePolicy: { updateMode: 'Off' } });
    const here = await cluster.updating({ useAdmissionControllerStatus: false });
    const there = await cluster.updating({ useAdmissionControllerStatus: false });
    const before = await here.plan(cluster, 'web');
    const evicted = before.filter(({ decision }) => decision === 'evict').length;
    expect(evicted).toBeGreaterThan(0);
    await here.operations.stops.press({ kind: 'all' }, 'ada', 'release freeze');
    await here.operations.stops.press({ kind: 'vpa', namespace: NAMESPACE, name: 'api' }, 'ada');
    await until('the other process to know', () => there.stops.view().stops.length === 2);
    expect(there.stops.view().stops).toContainEqual(
      expect.objectContaining({ scope: { kind: 'all' }, who: 'ada', reason: 'release freeze' }),
    );
    expect(here.records).toContainEqual(
      expect.objectContaining({
        change: 'stop',
        detail: 'release freeze',
        before: { stopped: false },
        after: {
          stopped: true,
          reason: 'release freeze',
          vpas: { modes: { 'shop/web': 'Recreate', 'shop/api': 'Initial' }, more: 0, off: 1 },
        },
      }),
    );
    await until('every mode off', () => ['web', 'api', 'off'].every((name) => modeOf(name) === 'Off'));
    await there.caughtUp(cluster);
    const { foreseen, ...counted } = await there.operations.resumeEffect({ kind: 'all' });
    expect(foreseen).toMatchObject([{ name: 'web', updateMode: 'Recreate', groups: expect.any(Array) }]);
    expect(foreseen?.[0]?.groups.map(({ decision, count }) => [decision, count])).toContainEqual([
      'wait',
      3 - evicted,
    ]);
    expect(counted).toEqual({
      vpas: 1,
      modes: [{ mode: 'Recreate', vpas: 1 }],
      stayOff: 1,
      stillStopped: 1,
      pods: { evict: evicted, resize: 0, wait: 3 - evicted, leave: 0 },
    });
    expect(await there.operations.resumeEffect({ kind: 'vpa', namespace: NAMESPACE, name: 'api' })).toEqual({
      vpas: 0,
      modes: [],
      stayOff: 0,
      stillStopped: 1,
    });
  });

  it('of one VPA outlives the stop of all', async () => {
    await cluster.autoscaler('web');
    await cluster.autoscaler('api');
    const process = await cluster.updating();
    await process.stops.press({ kind: 'vpa', namespace: NAMESPACE, name: 'web' }, 'ada');
    await process.stops.press({ kind: 'all' }, 'ada');
    await until('both off', () => modeOf('web') === 'Off' && modeOf('api') === 'Off');
    await process.stops.resume({ kind: 'all' }, 'ada');
    await until('the other restored', () => modeOf('api') === 'Recreate');
    expect(modeOf('web')).toBe('Off');
  });

  it('of everything leaves out excluded namespaces, and says so', async () => {
    await cluster.autoscaler('web');
    await cluster.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'dns', namespace: 'kube-system' },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'dns' },
        updatePolicy: { updateMode: 'Initial' },
      },
    });
    const process = await cluster.updating({ ignoredVpaObjectNamespaces: ['kube-system'] });
    await process.caughtUp(cluster);
    await process.stops.press({ kind: 'all' }, 'ada');
    await process.stops.press({ kind: 'namespace', namespace: 'kube-system' }, 'ada');
    await until('mode off', () => modeOf('web') === 'Off');
    await process.caughtUp(cluster);
    expect(process.stops.view()).toMatchObject({
      progress: { affected: 1, done: 1, restoring: 0, failed: 0 },
      outOfReach: [
        {
          setting: 'PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES',
          where: 'in',
          namespaces: ['kube-system'],
          vpas: 1,
        },
      ],
    });
    const dns = cluster.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, 'kube-system', 'dns');
    expect(dns?.spec.updatePolicy).toEqual({ updateMode: 'Initial' });
    expect(dns?.metadata.annotations).toBeUndefined();
  });

  it('covers VPAs of other recommenders, which are acted on too', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'other' }] });
    const process = await cluster.updating();
    await process.stops.press({ kind: 'all' }, 'ada');
    await until('mode off', () => modeOf('web') === 'Off');
  });

  it('also covers a mode someone sets since, and a process that starts later', async () => {
    await cluster.autoscaler('web');
    const first = await cluster.updating();
    await first.stops.press({ kind: 'all' }, 'ada');
    await until('mode off', () => modeOf('web') === 'Off');
    cluster.sandbox.registry.mutate(VPAS, NAMESPACE, 'web', (draft) => {
      Object.assign(draft, { spec: { ...cluster.vpa('web').spec, updatePolicy: { updateMode: 'Initial' } } });
    });
    await until('mode off again', () => modeOf('web') === 'Off');
    // Another machine knows only what is in the cluster.
    for (const name of readdirSync(cluster.folder))
      if (name.startsWith('stops-')) rmSync(path.join(cluster.folder, name));
    const second = await cluster.updating();
    expect(second.stops.view().stops).toHaveLength(1);
    await second.stops.resume({ kind: 'all' }, 'ada');
    await until('the mode chosen meanwhile', () => modeOf('web') === 'Initial');
  });

  it('leaves a pod being created unchanged at once', async () => {
    const process = await cluster.updating();
    await cluster.admitting(process.stops);
    await cluster.autoscaler('web');
    await process.stops.press({ kind: 'vpa', namespace: NAMESPACE, name: 'web' }, 'ada');
    await cluster.workload('web', { replicas: 1 });
    expect(cluster.requests('web')).toEqual([{ cpu: '100m', memory: '64Mi' }]);
  });

  it('reaches hundreds of VPAs at the configured rate', async () => {
    for (let index = 0; index < 300; index++) await cluster.autoscaler(`vpa-${index}`);
    const process = await cluster.updating({ stopPatchRate: 1000 });
    await process.caughtUp(cluster);
    await process.stops.press({ kind: 'all' }, 'ada');
    await until('every mode off', () => process.stops.view().progress.done === 300);
    expect(process.stops.view().progress.failed).toBe(0);
  });
});

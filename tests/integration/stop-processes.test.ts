import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigMap, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { STOP_CONFIG_MAP } from '@/server/operations/stops/stop-keeper';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { type Updating, UpdatingCluster } from '../support/updating';

const ALL = { kind: 'all' } as const;
const SHOP = { kind: 'namespace', namespace: NAMESPACE } as const;
const WEB = { kind: 'vpa', namespace: NAMESPACE, name: 'web' } as const;

let cluster: UpdatingCluster;
let between: ApiBetween | undefined;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(async () => {
  await cluster.close();
  await between?.close();
  between = undefined;
});

const modeOf = (name: string) => cluster.vpa(name).spec.updatePolicy?.updateMode;
const holds = ({ stops }: Updating) => stops.keeper.list().length > 0;
const inCluster = () =>
  cluster.sandbox.registry.get<ConfigMap>('configmaps', 'plumbline', STOP_CONFIG_MAP)?.data ?? {};

/** Processes with a folder each, as on separate machines. */
function processes(...names: string[]): Promise<Updating[]> {
  return Promise.all(names.map((name) => cluster.updating({ dataDir: path.join(cluster.folder, name) })));
}

describe('a stop', () => {
  it('reaches an eviction that is about to be requested', async () => {
    await cluster.admitting();
    for (const name of ['web', 'api']) {
      await cluster.workload(name, { replicas: 4 });
      await cluster.autoscaler(name);
    }
    between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
    const process = await cluster.updating({ kubeconfig: between.kubeconfigPath });
    let letGo = () => {};
    const pressed = new Promise<boolean>((resolve) => {
      letGo = () => resolve(false);
    });
    const evicted = new Set<string>();
    const end = cluster.sandbox.registry.watch<Pod>('pods', ({ object: { metadata } }) => {
      if (!metadata.deletionTimestamp || !metadata.uid) return;
      evicted.add(metadata.uid);
      if (evicted.size === 1) void process.stops.press(ALL, 'ada').then(letGo);
    });
    let noted = 0;
    // Both evictions are noted before they are requested; the second is requested only after the stop.
    between.onAnswer = (method, url) =>
      method === 'PATCH' && url.includes('/verticalpodautoscalers/') && ++noted === 2 ? pressed : false;
    await process.pass(cluster);
    end();
    expect(evicted.size).toBe(1);
    const actions = process.actions();
    expect(new Set(actions)).toEqual(new Set(['evict done', 'evict stopped']));
    expect(actions.filter((action) => action === 'evict done')).toHaveLength(1);
  });

  it('that the cluster has lost is written again: only a resume lifts it', async () => {
    await cluster.autoscaler('web');
    const [first, second] = (await processes('a', 'b')) as [Updating, Updating];
    await first.stops.press(ALL, 'ada');
    await until('the other to know', () => holds(second));
    cluster.sandbox.registry.delete('configmaps', 'plumbline', STOP_CONFIG_MAP);
    await until('the stop in the cluster again', () => inCluster().all);
    await until('mode off', () => modeOf('web') === 'Off');
    expect([holds(first), holds(second)]).toEqual([true, true]);
    await second.stops.resume(ALL, 'bob');
    await until('the resume', () => !holds(first) && modeOf('web') === 'Recreate');
  });

  it('of everything, a namespace and a VPA, lifted one by one, keeps the original mode to the end', async () => {
    await cluster.autoscaler('web', { updatePolicy: { updateMode: 'Initial', minReplicas: 2 } });
    await cluster.autoscaler('api', { updatePolicy: undefined });
    const formerly = (name: string) => cluster.vpa(name).spec.updatePolicy;
    const [web, api] = [formerly('web'), formerly('api')];
    const [first, second] = (await processes('a', 'b')) as [Updating, Updating];
    await first.stops.press(ALL, 'ada');
    await second.stops.press(SHOP, 'bob');
    await first.stops.press(WEB, 'ada');
    await until('all off', () => modeOf('web') === 'Off' && modeOf('api') === 'Off');
    await cluster.autoscaler('new');
    await until('the new one off', () => modeOf('new') === 'Off');
    await second.stops.resume(ALL, 'bob');
    await first.stops.resume(SHOP, 'cyd');
    await until('those not covered any more', () => modeOf('new') === 'Recreate' && modeOf('api') !== 'Off');
    expect(formerly('api')).toEqual(api);
    expect(modeOf('web')).toBe('Off');
    await second.stops.resume(WEB, 'dan');
    await until('the last', () => modeOf('web') === 'Initial');
    expect(formerly('web')).toEqual(web);
    const restored = () =>
      [first, second].flatMap(({ records }) =>
        records.flatMap((record) =>
          record.kind === 'change' && record.change === 'mode-by-stop' && ['cyd', 'dan'].includes(record.who)
            ? [`${record.name} by ${record.who}`]
            : [],
        ),
      );
    await until('their records', () => restored().length >= 3);
    expect(restored().sort()).toEqual(['api by cyd', 'new by cyd', 'web by dan']);
  });

  it('takes a VPA that admission would refuse today, and gives it back its mode', async () => {
    const containerPolicies = [
      { containerName: '*', mode: 'Off', controlledValues: 'RequestsAndLimits' } as const,
    ];
    await cluster.autoscaler('web', { resourcePolicy: { containerPolicies } });
    const process = await cluster.updating();
    await cluster.admitting(process.stops);
    await process.stops.press(ALL, 'ada');
    await until('mode off', () => modeOf('web') === 'Off');
    await process.stops.resume(ALL, 'ada');
    await until('the former mode', () => modeOf('web') === 'Recreate');
  });

  it('keeps what others wrote beside it', async () => {
    await cluster.autoscaler('web');
    const annotations = { 'example.com/owner': 'team', 'plumbline.dev/note': 'keep' };
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', (draft) => {
      draft.metadata.annotations = { ...annotations };
    });
    const process = await cluster.updating();
    await process.stops.press(ALL, 'ada');
    await until('mode off', () => modeOf('web') === 'Off');
    await process.stops.resume(ALL, 'ada');
    await until('the former mode', () => modeOf('web') === 'Recreate');
    expect(cluster.vpa('web').metadata.annotations).toEqual(annotations);
  });
});

describe('a stop and a resume at once', () => {
  it.each(['pressed first', 'resumed first'] as const)(
    'end the same everywhere, in whatever order they arrive: %s',
    async (order) => {
      between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
      const slow = await cluster.updating({
        dataDir: path.join(cluster.folder, 'slow'),
        kubeconfig: between.kubeconfigPath,
      });
      const [other] = (await processes('other')) as [Updating];
      await slow.stops.press(ALL, 'ada');
      await until('the other to know', () => holds(other));
      if (order === 'pressed first') {
        await slow.stops.resume(ALL, 'ada');
        await until('the other to know', () => !holds(other));
      }
      let letGo = () => {};
      const held = new Promise<boolean>((resolve) => {
        letGo = () => resolve(false);
      });
      between.onAnswer = (method, url) => (/configmaps/.test(url) && method !== 'GET' ? held : false);
      const isHeldAtLast = order === 'resumed first';
      const late = isHeldAtLast ? slow.stops.resume(ALL, 'ada') : slow.stops.press(ALL, 'ada');
      await until('the cluster to have it', () => 'all' in inCluster() !== isHeldAtLast);
      await until('the other to know', () => holds(other) !== isHeldAtLast);
      await (isHeldAtLast ? other.stops.press(ALL, 'bob') : other.stops.resume(ALL, 'bob'));
      await until('the watch to come further', () => {
        const map = cluster.sandbox.registry.get('configmaps', 'plumbline', STOP_CONFIG_MAP);
        return slow.stops.keeper.heardVersion === map?.metadata.resourceVersion;
      });
      letGo();
      await late;
      expect([holds(slow), holds(other), 'all' in inCluster()]).toEqual(Array(3).fill(isHeldAtLast));
    },
  );
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { wallClock } from '@/server/lib/time/clock';
import { amountsFrom } from '@/server/objects/quantity';
import type { ControllerRevision, Pod, Workload } from '@/server/objects/types';
import { UNTOLD } from '@/server/scan/progress';
import { scan } from '@/server/scan/scan';
import { ApiCluster, START_MS } from '../support/api-cluster';
import { describeWithProgram } from '../support/installed-program';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { Recommending } from '../support/recommending';

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;
const STEP_S = 300;
const ROLLED_OUT_MS = START_MS + 6 * DAY_MS;
const END_MS = ROLLED_OUT_MS + 2 * DAY_MS;

/**
 * Six days at 2,094 MiB, and two at 698 after the image changed: pods of a Deployment, of a StatefulSet, which keep their
 * names, and of a DaemonSet, of whose former pods the store tells no label.
 */
function usage(): string {
  const before = { fromMs: START_MS, toMs: ROLLED_OUT_MS, mib: 2094 };
  const since = { fromMs: ROLLED_OUT_MS + 60_000, toMs: END_MS, mib: 698 };
  const revisions = [
    { pod: 'web-old-a', hash: 'old', ...before },
    { pod: 'web-new-a', hash: 'new', ...since },
    { pod: 'db-0', hash: '', ...before },
    { pod: 'db-0', hash: '', ...since },
    { pod: 'agent-aaaaa', hash: '', ...before },
    { pod: 'agent-bbbbb', hash: '', ...since },
  ];
  const each = (
    metric: string,
    labels: (hash: string) => string,
    value: (s: number, mib: number) => number,
  ) =>
    revisions.flatMap(({ pod, hash, fromMs, toMs, mib }) => {
      const lines: string[] = [];
      for (let at = fromMs / 1000; at < toMs / 1000; at += STEP_S)
        lines.push(
          `${metric}{namespace="shop",pod="${pod}"${labels(hash)}} ${value(at - fromMs / 1000, mib)} ${at}\n`,
        );
      return lines;
    });
  const ofContainer = () => ',container="app"';
  return [
    '# TYPE container_cpu_usage_seconds counter\n',
    ...each('container_cpu_usage_seconds_total', ofContainer, (s) => 0.1 * s),
    '# TYPE container_memory_working_set_bytes gauge\n',
    ...each('container_memory_working_set_bytes', ofContainer, (_, mib) => mib * MIB),
    '# TYPE kube_pod_labels gauge\n',
    ...each(
      'kube_pod_labels',
      (hash) => (hash === '' ? '' : `,label_app="web",label_pod_template_hash="${hash}"`),
      () => 1,
    ),
    '# TYPE kube_pod_owner gauge\n',
    ...each(
      'kube_pod_owner',
      (hash) => (hash === '' ? ',owner_kind="DaemonSet",owner_name="agent",owner_is_controller="true"' : ''),
      () => 1,
    ).filter((line) => line.includes('pod="agent')),
    '# EOF\n',
  ].join('');
}

describeWithProgram(
  'prometheus',
  'prometheus',
  'what was used before a roll-out that lowered it',
  (program) => {
    let server: RealPrometheus;
    let cluster: ApiCluster;
    let live: Recommending | undefined;

    const template = (image: string, hash?: string, app = 'web') => ({
      metadata: { labels: { app, ...(hash && { 'pod-template-hash': hash }) } },
      spec: { containers: [{ name: 'app', image, resources: { requests: { cpu: '1', memory: '2560Mi' } } }] },
    });

    async function rollOut(revision: number, hash: string, deployment: Workload): Promise<void> {
      await cluster.create<Workload>('replicasets.apps', {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          namespace: 'shop',
          name: `web-${hash}`,
          labels: { app: 'web', 'pod-template-hash': hash },
          annotations: { 'deployment.kubernetes.io/revision': String(revision) },
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              kind: 'Deployment',
              name: 'web',
              uid: deployment.metadata.uid ?? '',
              controller: true,
            },
          ],
        },
        spec: {
          replicas: 1,
          selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
          template: template(hash, hash),
        },
      } as Workload);
    }

    /** A StatefulSet or DaemonSet with two revisions, and the pod of the second. */
    async function rolledOut(kind: 'StatefulSet' | 'DaemonSet', name: string, pod: string) {
      const { uid = '' } =
        cluster.registry.get<Workload>(`${kind.toLowerCase()}s.apps`, 'shop', name)?.metadata ?? {};
      const ownerReferences = [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }];
      const { spec } = template('new', undefined, name);
      return cluster.create<Pod>('pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          namespace: 'shop',
          name: pod,
          labels: { app: name, 'controller-revision-hash': `${name}-2` },
          ownerReferences,
        },
        spec,
        status: { phase: 'Running' },
      } as Pod);
    }

    async function revision(turn: number, kind: 'StatefulSet' | 'DaemonSet', name: string): Promise<void> {
      const plural = `${kind.toLowerCase()}s.apps`;
      const of = template(turn === 1 ? 'old' : 'new', undefined, name);
      if (turn === 1)
        await cluster.create<Workload>(plural, {
          apiVersion: 'apps/v1',
          kind,
          metadata: { namespace: 'shop', name },
          spec: {
            replicas: 1,
            selector: { matchLabels: { app: name } },
            template: template('new', undefined, name),
          },
        } as Workload);
      const { uid = '' } = cluster.registry.get<Workload>(plural, 'shop', name)?.metadata ?? {};
      await cluster.create<ControllerRevision>('controllerrevisions.apps', {
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: {
          namespace: 'shop',
          name: `${name}-${turn}`,
          ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }],
        },
        data: { spec: { template: of } },
        revision: turn,
      });
    }

    beforeAll(async () => {
      server = await RealPrometheus.start(program, (data) => fillFromText(data, usage()));
      cluster = await ApiCluster.start();
      const deployment = await cluster.create<Workload>('deployments.apps', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { namespace: 'shop', name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template: template('new') },
      } as Workload);
      await rollOut(1, 'old', deployment);
      await revision(1, 'StatefulSet', 'db');
      await revision(1, 'DaemonSet', 'agent');
      await cluster.clock.advance(ROLLED_OUT_MS - START_MS);
      await rollOut(2, 'new', deployment);
      await revision(2, 'StatefulSet', 'db');
      await revision(2, 'DaemonSet', 'agent');
      await rolledOut('StatefulSet', 'db', 'db-0');
      await rolledOut('DaemonSet', 'agent', 'agent-bbbbb');
      await cluster.clock.advance(END_MS - ROLLED_OUT_MS);
      const {
        namespace,
        name,
        labels,
        uid = '',
      } = cluster.registry.get<Workload>('replicasets.apps', 'shop', 'web-new')?.metadata ?? { name: '' };
      await cluster.create<Pod>('pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          namespace,
          name: 'web-new-a',
          labels,
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true }],
        },
        spec: template('new').spec,
        status: { phase: 'Running' },
      } as Pod);
      for (const one of ['web-new-a', 'db-0', 'agent-bbbbb'])
        cluster.usage.set(`shop/${one}`, { app: { cpu: '100m', memory: '698Mi' } });
    });
    afterAll(async () => {
      await live?.stop();
      await server.close();
      await cluster.close();
    });

    async function scanned(newLifeAfterMs: number, workload: string) {
      const client = KubeClient.connect(loadAccess({ kubeconfig: cluster.kubeconfig }));
      try {
        const { report } = await scan({
          client,
          clock: cluster.clock,
          wallClock,
          cluster: 'test',
          config: defaultConfig({ prometheusAddress: server.url, newLifeAfterMs }),
          historyMs: 8 * DAY_MS,
          stepMs: STEP_S * 1000,
          watchMs: 1,
          progress: UNTOLD,
          stopping: new AbortController().signal,
        });
        const found = report.workloads.find(({ name }) => name === workload);
        const told = (found?.containers[0]?.target?.memory ?? 0) / MIB;
        return { told, notes: found?.notes.filter((note) => note.includes('roll-out')) };
      } finally {
        await client.close();
      }
    }

    const NAMES = ['web', 'db', 'agent'];

    it.each(NAMES)('does not count in a scan, which says so: %s', async (name) => {
      const { told, notes } = await scanned(DAY_MS, name);
      expect(told).toBeGreaterThan(698);
      expect(told).toBeLessThan(1000);
      expect(notes).toEqual([expect.stringContaining('which changed images, does not count')]);
    });

    it.each(NAMES)('counts in a scan with the setting of the reference: %s', async (name) => {
      const { told, notes } = await scanned(0, name);
      expect(told).toBeGreaterThan(2094);
      expect(notes).toEqual([]);
    });

    it('does not count in what is recommended and written from a cold start, and the page says so', async () => {
      await cluster.autoscaler('web');
      for (const [kind, name] of [
        ['StatefulSet', 'db'],
        ['DaemonSet', 'agent'],
      ] as const)
        await cluster.autoscaler(name, { targetRef: { apiVersion: 'apps/v1', kind, name } });
      const recommending = await Recommending.start(cluster, { prometheusAddress: server.url });
      live = recommending;
      for (const name of NAMES) {
        await recommending.until(() => {
          const [app] = recommending.running.handles.recommender?.detail('shop', name)?.containers ?? [];
          expect(app?.countsSince).toEqual({ atMs: ROLLED_OUT_MS, changed: 'image' });
          expect(app?.samples).toBeGreaterThan(24);
        });
        const [own] = cluster.vpa(name).status?.recommendation?.containerRecommendations ?? [];
        const told = (amountsFrom(own?.target).memory ?? 0) / MIB;
        expect(told).toBeGreaterThan(698);
        expect(told).toBeLessThan(1000);
      }
    });
  },
);

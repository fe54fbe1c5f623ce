import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tunedWords, withTuning } from '@/server/cli/scan/tuning';
import { type Config, defaultConfig } from '@/server/config';
import { MEMORY_FOLLOWS_ANNOTATION } from '@/server/decide/features/memory-follows/follows-heap';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { acceleratedClock, ManualClock, wallClock } from '@/server/lib/time/clock';
import { OTHER_SIGNALS, RSS_SIGNAL } from '@/server/model/other-signals';
import { amountsFrom } from '@/server/objects/quantity';
import type { KubeObject, Pod, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { replaySettings } from '@/server/replay/policies';
import { csvText } from '@/server/scan/forms/csv';
import { htmlText } from '@/server/scan/forms/html';
import { markdownText } from '@/server/scan/forms/markdown';
import { tableText } from '@/server/scan/forms/table';
import type { ScanOptions } from '@/server/scan/options';
import { UNTOLD } from '@/server/scan/progress';
import { replayerHere } from '@/server/scan/replays/replayer';
import { ReplayThreads } from '@/server/scan/replays/threads';
import { type ScanResult, scan } from '@/server/scan/scan';
import { ApiCluster, CHECKPOINTS, START_MS, VPAS } from '../support/api-cluster';
import { FaultyPrometheus, type PrometheusFault } from '../support/faulty-prometheus';
import { describeWithProgram } from '../support/installed-program';
import { PastUsage } from '../support/past-usage';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { Recommending } from '../support/recommending';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 192;
/** One query asks for eight days at most: the first brings most of what there is. */
const TWO_QUERIES_MS = 10 * DAY_MS;
/** It is known to be dead after 20 s of this time, and must answer within 15 s before. */
const DYING_SPEED = 3;
/** Of the manual clock, while a query is asked that does not end. */
const PASSES_MS = 100;
const usage = new PastUsage({
  endMs: START_MS,
  hours: HOURS,
  workloads: 2,
  namespaces: ['shop'],
  labelName: 'app',
});

/** As an account sees the cluster. */
interface Asking extends Partial<Omit<ScanOptions, 'config'>> {
  config?: Partial<Config>;
  kubeconfig?: string;
}

async function scanned(
  cluster: ApiCluster,
  { config, kubeconfig, ...options }: Asking = {},
): Promise<ScanResult> {
  const access = loadAccess({ kubeconfig: kubeconfig ?? cluster.kubeconfig });
  const client = KubeClient.connect(access);
  try {
    return await scan({
      client,
      clock: cluster.clock,
      wallClock,
      cluster: 'test',
      config: defaultConfig(config),
      historyMs: 8 * DAY_MS,
      stepMs: HOUR_MS,
      replayer: replayerHere(replaySettings(defaultConfig())),
      watchMs: 1,
      progress: UNTOLD,
      stopping: new AbortController().signal,
      ...options,
    });
  } finally {
    await client.close();
  }
}

/** A Service of the usual labels, behind which this address answers. */
const serve = (cluster: ApiCluster, url: string) =>
  cluster.service('prometheus-server', { app: 'prometheus', component: 'server' }, url);

const NODE_POOLS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'nodepools.karpenter.sh' },
  spec: {
    group: 'karpenter.sh',
    scope: 'Cluster',
    names: { plural: 'nodepools', singular: 'nodepool', kind: 'NodePool', listKind: 'NodePoolList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
} as KubeObject;

const namesOf = ({ report }: ScanResult) => report.workloads.map(({ name }) => name).sort();

/** `app-0` in a store: two days of 200 MiB, and three kills at 1 GiB that no sample shows. */
function killedInStore(): string {
  const [pod, now] = ['app-0-killed', START_MS / 1000];
  const own = `namespace="shop",pod="${pod}",container="main"`;
  const times = Array.from({ length: 48 * 12 }, (_, index) => now - 48 * 3600 + index * 300);
  const killedAt = [10, 20, 30].map((hours) => now - 48 * 3600 + hours * 3600);
  const killsBy = (time: number) => killedAt.filter((one) => one <= time).length;
  const each = (metric: string, labels: string, value: (time: number, index: number) => number) =>
    times.map((time, index) => `${metric}{${labels}} ${value(time, index)} ${time}\n`).join('');
  const sinceKilled = times.filter((time) => killsBy(time) > 0);
  return [
    '# TYPE container_cpu_usage_seconds counter\n',
    each('container_cpu_usage_seconds_total', own, (_, index) => 30 * index),
    '# TYPE container_memory_working_set_bytes gauge\n',
    each('container_memory_working_set_bytes', own, () => 200 * 2 ** 20),
    '# TYPE kube_pod_labels gauge\n',
    each('kube_pod_labels', `namespace="shop",pod="${pod}",label_app="app-0"`, () => 1),
    '# TYPE kube_pod_container_status_restarts counter\n',
    each('kube_pod_container_status_restarts_total', own, killsBy),
    '# TYPE kube_pod_container_status_last_terminated_reason gauge\n',
    ...sinceKilled.map(
      (time) => `kube_pod_container_status_last_terminated_reason{${own},reason="OOMKilled"} 1 ${time}\n`,
    ),
    '# TYPE kube_pod_container_resource_limits gauge\n',
    each('kube_pod_container_resource_limits', `${own},resource="memory",unit="byte"`, () => 2 ** 30),
    '# EOF\n',
  ].join('');
}

describeWithProgram('prometheus', 'prometheus', 'a scan of what was killed', (program) => {
  let server: RealPrometheus;
  let cluster: ApiCluster;
  let live: Recommending | undefined;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) => fillFromText(data, killedInStore()));
    cluster = await ApiCluster.start();
    await cluster.workload('app-0', ['app-0-killed'], ['main']);
  });
  afterAll(async () => {
    await live?.stop();
    await server.close();
    await cluster.close();
  });

  it.each(['Running', 'Failed'] as const)('tells what was killed before any sample: %s', async (phase) => {
    const name = `tight-${phase.toLowerCase()}`;
    await cluster.workload(name, []);
    const resources = { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } };
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: `${name}-1`, labels: { app: name } },
      spec: {
        restartPolicy: phase === 'Failed' ? 'Never' : 'Always',
        containers: [{ name: 'app', image: 'a', resources }],
      },
    });
    cluster.kill(`${name}-1`, 'app');
    cluster.registry.mutate<Pod>(
      'pods',
      'shop',
      `${name}-1`,
      (draft) => {
        draft.status = { ...draft.status, phase };
      },
      { subresource: 'status' },
    );
    const config = { prometheusAddress: server.url };
    const { report } = await scanned(cluster, { config, historyMs: 2 * DAY_MS, stepMs: 300_000 });
    const found = report.workloads.find((one) => one.name === name);
    const [app] = found?.containers ?? [];
    expect([found?.finding, app?.kills]).toEqual(['killed', 1]);
    expect(app?.target?.memory).toBeGreaterThanOrEqual(1.2 * 512 * 2 ** 20);
    expect(app?.target).not.toHaveProperty('cpu');
    expect(app?.next?.requests.cpu).toBe(app?.now.requests.cpu);
    expect(found?.notes).toContain('No samples of CPU yet: app: that stays as it is');
  });

  it('tells the kills and recommends more than it was killed at, as the live recommender does', async () => {
    const config = { prometheusAddress: server.url };
    const { report } = await scanned(cluster, { config, historyMs: 2 * DAY_MS, stepMs: 300_000 });
    const [workload] = report.workloads;
    const [main] = workload?.containers ?? [];
    expect([workload?.finding, main?.kills]).toEqual(['killed', 3]);
    const least = 1.2 * 2 ** 30;
    expect(main?.used.memory?.peak).toBe(200 * 2 ** 20);
    expect(main?.target?.memory).toBeGreaterThanOrEqual(least);
    await cluster.autoscaler('app-0');
    const recommending = await Recommending.start(cluster, config);
    live = recommending;
    await recommending.until(() => {
      const [own] = cluster.vpa('app-0').status?.recommendation?.containerRecommendations ?? [];
      expect(amountsFrom(own?.target).memory).toBeGreaterThanOrEqual(least);
    });
  });
});

describeWithProgram('prometheus', 'prometheus', 'a scan of a cluster with a real Prometheus', (program) => {
  let server: RealPrometheus;
  let between: FaultyPrometheus;
  let cluster: ApiCluster;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) =>
      fillFromText(data, [...usage.openMetrics()].join('')),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    between = await FaultyPrometheus.before(() => server.url);
    cluster = await ApiCluster.start();
    for (const app of ['app-0', 'app-1']) {
      const pods = usage.containers.filter(({ labels, toHour }) => labels.app === app && toHour === HOURS);
      await cluster.workload(app, [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
    }
  });
  afterEach(async () => {
    await between.close();
    await cluster.close();
  });

  /** The kubeconfig of somebody with these rights alone. */
  async function limitedBy(role: KubeObject): Promise<string> {
    await cluster.create('clusterroles.rbac.authorization.k8s.io', role);
    await cluster.create('clusterrolebindings.rbac.authorization.k8s.io', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'scan' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role.metadata.name },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'limited' }],
    } as KubeObject);
    const kubeconfig = path.join(cluster.folder, 'limited');
    writeFileSync(kubeconfig, cluster.kubeconfigOf('limited'));
    return kubeconfig;
  }

  it('recommends what the dashboard recommends from the same past', async () => {
    const { report } = await scanned(cluster, { config: { prometheusAddress: between.url } });
    for (const app of ['app-0', 'app-1']) await cluster.autoscaler(app);
    const live = await Recommending.start(cluster, { prometheusAddress: between.url });
    try {
      await live.until(() => {
        for (const name of ['app-0', 'app-1'])
          expect(cluster.vpa(name).status?.conditions).toMatchObject([
            { type: 'RecommendationProvided', status: 'True' },
          ]);
      });
      for (const { name, containers } of report.workloads) {
        const recommended = cluster.vpa(name).status?.recommendation?.containerRecommendations ?? [];
        expect(recommended).toHaveLength(2);
        const targets = recommended.map((one) => [one.containerName, amountsFrom(one.target)]);
        expect(Object.fromEntries(containers.map((one) => [one.name, one.target]))).toEqual(
          Object.fromEntries(targets),
        );
      }
    } finally {
      await live.stop();
    }
  });

  it('recommends memory limits apart from requests, in its patches too', async () => {
    cluster.registry.mutate<Workload>('deployments.apps', 'shop', 'app-0', ({ spec }) => {
      const [main] = spec?.template?.spec.containers ?? [];
      if (main) main.resources = { ...main.resources, limits: { memory: '128Mi' } };
    });
    const config = { prometheusAddress: between.url };
    const { report, patches } = await scanned(cluster, { config, recommender: 'adaptive', patches: true });
    const [main, side] = report.workloads.find(({ name }) => name === 'app-0')?.containers ?? [];
    const { used, next, limitTarget = 0 } = main ?? {};
    expect(limitTarget).toBeGreaterThanOrEqual(1.6 * (used?.memory?.peak ?? Infinity));
    expect(next?.limits.memory).toBe(limitTarget);
    // In proportion it would be twice the request.
    expect(limitTarget).not.toBeCloseTo(2 * (next?.requests.memory ?? 0), -6);
    expect(next?.requests.memory).toBeLessThan(limitTarget);
    // Without a limit in its template it gets none.
    expect([side?.limitTarget, side?.next?.limits.memory]).toEqual([undefined, undefined]);
    const patch = patches.files.find(({ path }) => path === 'shop/deployment-app-0.yaml')?.text ?? '';
    const [patched] = parse(patch).spec.template.spec.containers;
    expect(amountsFrom(patched.resources.limits).memory).toBe(limitTarget);
    expect(tableText(report, { isColoured: false, isWide: false })).toMatch(/; limit 128Mi → \d+Mi/);
  });

  it('believes no Service of a tenant beside another: one has to be chosen', async () => {
    const labels = { 'app.kubernetes.io/name': 'thanos-query' };
    await serve(cluster, between.url);
    await cluster.service('thanos', labels, between.url, 'shop');
    await expect(scanned(cluster)).rejects.toThrow(
      /several namespaces.*--prometheus: monitoring\/prometheus-server, shop\/thanos$/,
    );
    const { report } = await scanned(cluster, { prometheusService: 'shop/thanos' });
    expect(report.source.address).toBe('Thanos shop/thanos');
  });

  it('lets nobody fill the places of a store elsewhere by Services of their own', async () => {
    const labels = { 'app.kubernetes.io/name': 'thanos-query' };
    for (let index = 0; index < 20; index++) await cluster.service(`a-${index}`, labels, between.url, 'shop');
    await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'usage' } });
    await cluster.service('real', { app: 'prometheus', component: 'server' }, between.url, 'usage');
    await expect(scanned(cluster)).rejects.toThrow(/--prometheus: shop\/a-0, usage\/real$/);
  });

  it('names what it did not try, where a tenant answers', async () => {
    const labels = { 'app.kubernetes.io/name': 'thanos-query' };
    await cluster.service('thanos', labels, between.url, 'shop');
    for (let index = 0; index < 14; index++) {
      await cluster.create('namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: `team-${index}` },
      });
      await cluster.create('services', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { namespace: `team-${index}`, name: 'prometheus', labels: { app: 'prometheus' } },
        spec: { ports: [{ name: 'http', port: 80 }] },
      } as KubeObject);
    }
    const { report } = await scanned(cluster);
    expect(report.notes.at(-1)).toMatch(
      /decides on; Services in 3 further namespaces were not tried \(team-\d+, team-\d+, team-\d+\)\.$/,
    );
  });

  describe('compares the store with the metrics API', () => {
    const running = () => usage.containers.filter(({ toHour }) => toHour === HOURS);

    it('and names what is more than twice apart', async () => {
      await serve(cluster, between.url);
      const [one] = running();
      cluster.usage.set(`shop/${one?.pod}`, { [one?.container ?? '']: { cpu: '1m', memory: '80Gi' } });
      const { report } = await scanned(cluster);
      expect(report.notes).toEqual([
        expect.stringMatching(
          /^Prometheus monitoring\/prometheus-server and the metrics API differ by more than twice on 1 of 1 container that runs now: shop\/app-\d+-\S+ \w+: memory [\d.]+ MiB, by the metrics API [\d.]+ GiB\. Is it the store of this cluster/,
        ),
      ]);
    });

    it('and says nothing where they agree, or the store does not know the container', async () => {
      await serve(cluster, between.url);
      const [one] = running();
      const { report: before } = await scanned(cluster);
      const used = before.workloads
        .flatMap(({ containers }) => containers)
        .find(({ name }) => name === one?.container)?.used;
      const memory = `${Math.round((used?.memory?.median ?? 0) / 2 ** 20)}Mi`;
      cluster.usage.set(`shop/${one?.pod}`, {
        [one?.container ?? '']: { cpu: `${Math.round(used?.cpu?.median ?? 0)}m`, memory },
        unknown: { cpu: '50', memory: '80Gi' },
      });
      expect((await scanned(cluster)).report.notes).toEqual([]);
    });

    it('and says so where it may not', async () => {
      await serve(cluster, between.url);
      const role = parse(readFileSync('deploy/optional/scan.yaml', 'utf8')) as KubeObject & {
        rules: { apiGroups: string[] }[];
      };
      role.rules = role.rules.filter(({ apiGroups }) => !apiGroups.includes('metrics.k8s.io'));
      const kubeconfig = await limitedBy(role);
      expect((await scanned(cluster, { kubeconfig })).report.notes).toEqual([
        'What Prometheus monitoring/prometheus-server says was not compared with the metrics API: this account may not list pods.metrics.k8s.io.',
      ]);
    });
  });

  it('says so if the only store is a Service of a tenant', async () => {
    await cluster.service('thanos', { app: 'thanos-query' }, between.url, 'shop');
    const { report } = await scanned(cluster);
    expect(report.notes).toEqual([expect.stringMatching(/whoever may make Services in shop decides on\.$/)]);
  });

  it('finds Prometheus behind the API server, and asks it by GET alone', async () => {
    await serve(cluster, between.url);
    const result = await scanned(cluster);
    expect(result.report.source).toEqual({
      kind: 'prometheus',
      address: 'Prometheus monitoring/prometheus-server',
    });
    expect(namesOf(result)).toEqual(['app-0', 'app-1']);
    expect(result.report.notes).toEqual([]);
    expect(new Set(between.asked.map(({ headers }) => headers['content-type']))).toEqual(
      new Set([undefined]),
    );
  });

  it('says what was used, frees and would have happened', async () => {
    const { report } = await scanned(cluster, { config: { prometheusAddress: between.url } });
    const [first] = report.workloads;
    const main = first?.containers.find(({ name }) => name === 'main');
    expect(main?.used.cpu?.median).toBeGreaterThan(300);
    expect(main?.used.cpu?.peak).toBeLessThan(951);
    expect(main?.used.memory?.peak).toBeGreaterThan(2e8);
    expect(main?.why.cpu).toMatch(/^90th percentile of usage \d+m → Safety margin of 15 % /);
    expect(first?.replayed?.recommended?.changes).toBeGreaterThanOrEqual(0);
    expect(report.sum.workloads).toBe(2);
  });

  it('recommends by the percentile, the buffer and the floor that are asked for', async () => {
    await serve(cluster, between.url);
    const targetFor = async (tuning: Parameters<typeof withTuning>[1]) => {
      const config = withTuning(defaultConfig(), tuning);
      const { report } = await scanned(cluster, { config, tuned: tunedWords(tuning), replayer: undefined });
      const target = report.workloads[0]?.containers[0]?.target;
      return { cpu: target?.cpu ?? 0, memory: target?.memory ?? 0, notes: report.notes };
    };
    const usual = await targetFor({});
    const low = await targetFor({
      percentile: { cpu: 50, memory: 50 },
      buffer: 0,
      floor: amountsFrom({ cpu: '1m', memory: '1' }),
    });
    const high = await targetFor({ percentile: { cpu: 99, memory: 99 }, buffer: 1 });
    for (const resource of ['cpu', 'memory'] as const) {
      expect(low[resource]).toBeLessThan(usual[resource]);
      expect(high[resource]).toBeGreaterThan(1.7 * usual[resource]);
    }
    // Of a pod, shared by its two containers.
    const floor = await targetFor({ floor: amountsFrom({ cpu: '9', memory: '8Gi' }) });
    expect(floor).toMatchObject({ cpu: 4500, memory: 4 * 2 ** 30 });
    expect(usual.notes.join()).not.toContain('as asked for');
    expect(high.notes[0]).toBe('Recommended as asked for: percentile cpu 99, memory 99; buffer 100 %.');
  });

  it('tells the rest where nothing can be replayed, and says why', async () => {
    const stopping = new AbortController();
    const threads = new ReplayThreads(defaultConfig(), stopping.signal, {
      file: pathToFileURL('/nowhere/replay-thread.mjs'),
    });
    const { report } = await scanned(cluster, {
      config: { prometheusAddress: between.url },
      replayer: threads,
    });
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^Not replayed: shop\/Deployment\/app-0, shop\/Deployment\/app-1: the thread that replays ended: .*nowhere/,
      ),
    ]);
    const told = report.workloads.map(({ replayed, chart }) => [
      replayed?.now.kills,
      replayed?.recommended,
      chart?.containers.length,
    ]);
    expect(told).toEqual([
      [0, undefined, 2],
      [0, undefined, 2],
    ]);
  });

  it('judges all alike, and tries a VPA on the worst alone', async () => {
    const asking = { config: { prometheusAddress: between.url } };
    const all = await scanned(cluster, asking);
    const worst = await scanned(cluster, { ...asking, mostReplays: 1 });
    expect(worst.report.replays).toEqual({ replayed: 1, of: 2 });
    expect(worst.report.notes).toEqual([
      "The 1 worst of 2 workloads were replayed under a VPA; of the others, the time short is that of today's amounts. --replay all replays all.",
    ]);
    const [first, second] = all.report.workloads;
    const without = { ...second?.replayed };
    delete without.recommended;
    expect(worst.report.workloads).toEqual([first, { ...second, replayed: without }]);
    expect(worst.report.sum).toEqual(all.report.sum);
  });

  it('takes the rest of what is kept from the last scan', async () => {
    const cacheDir = path.join(cluster.folder, 'cache');
    const asking = { config: { prometheusAddress: between.url }, cacheDir };
    const before = await scanned(cluster, asking);
    const ranges = () => between.asked.filter(({ path: asked }) => asked === '/api/v1/query_range');
    const fromOf = ({ params }: { params: URLSearchParams }) => Number(params.get('start')) * 1000;
    expect(Math.min(...ranges().map(fromOf))).toBeLessThan(START_MS - 7 * DAY_MS);
    between.asked.length = 0;
    await cluster.clock.advance(HOUR_MS);
    const after = await scanned(cluster, asking);
    const usageRanges = ranges().filter(({ params }) =>
      /container_(cpu_usage|memory_working)/.test(params.get('query') ?? ''),
    );
    expect(usageRanges.length).toBeGreaterThan(0);
    expect(usageRanges.map(fromOf).every((ms) => ms >= START_MS)).toBe(true);
    expect(
      after.report.workloads.map(({ containers }) => containers.map(({ target }) => target?.cpu)),
    ).toEqual(before.report.workloads.map(({ containers }) => containers.map(({ target }) => target?.cpu)));
  });

  it('halves what a store refuses as too long', async () => {
    between.fault = ({ path: asked, params }) => {
      const [from, to] = [params.get('start'), params.get('end')].map(Number);
      return asked === '/api/v1/query_range' && (to ?? 0) - (from ?? 0) > 86_400
        ? { status: 422, body: '{"status":"error","error":"query time range exceeds the limit"}' }
        : undefined;
    };
    const { report } = await scanned(cluster, { config: { prometheusAddress: between.url } });
    expect(report.notes).toEqual([]);
    expect(report.workloads[0]?.containers[0]?.used.cpu).toBeDefined();
  });

  it('names what a failed query costs, and tells the rest', async () => {
    between.fault = ({ params }) =>
      params.get('query')?.includes('container_cpu_cfs') ? { status: 400, body: 'no such thing' } : undefined;
    const { report } = await scanned(cluster, { config: { prometheusAddress: between.url } });
    expect(report.notes).toEqual(['Not known: throttling: it answers 400: no such thing.']);
    expect(report.workloads).toHaveLength(2);
  });

  const NEVER_ENDING: [string, PrometheusFault][] = [
    ['says nothing', 'silence'],
    ['goes on without end', 'endless'],
  ];
  it.each(NEVER_ENDING)('gives up a query that %s, names it, and tells the rest', async (_, fault) => {
    const clock = new ManualClock(0);
    let passing: NodeJS.Timeout | undefined;
    const queries: string[] = [];
    between.fault = ({ params }) => {
      clearInterval(passing);
      const query = params.get('query') ?? '';
      queries.push(query);
      if (!query.includes('container_oom_events_total')) return undefined;
      passing = setInterval(() => clock.advance(PASSES_MS), 1);
      return fault;
    };
    await serve(cluster, between.url);
    const { report } = await scanned(cluster, { wallClock: clock });
    expect(report.notes).toEqual([
      'Not known: OOM kills (container_oom_events_total): it takes longer than 1 min.',
    ]);
    for (const other of ['OOMKilled', 'container_cpu_cfs'])
      expect(queries.some((query) => query.includes(other))).toBe(true);
  });

  it('goes on without a dead store that it found, and says so', async () => {
    between.fault = () => ({ status: 500, body: 'out of disk' });
    await serve(cluster, between.url);
    const { report } = await scanned(cluster);
    expect(report.source.kind).toBe('none');
    expect(report.notes[0]).toBe(
      'Prometheus monitoring/prometheus-server is left out: it answers 500: out of disk',
    );
    expect(report.workloads.map(({ finding }) => finding)).toEqual(['unknown', 'unknown']);
  });

  it('tells what came before a store died, and how much that is', async () => {
    let ranges = 0;
    between.fault = ({ path: asked }) =>
      asked === '/api/v1/query_range' && ++ranges > 2 ? { status: 503, body: 'shutting down' } : undefined;
    const { report } = await scanned(cluster, {
      config: { prometheusAddress: between.url },
      historyMs: TWO_QUERIES_MS,
      wallClock: acceleratedClock(wallClock.now(), DYING_SPEED),
    });
    expect(report.notes[0]).toMatch(
      / stopped answering when \d+ % of the usage was read: it answers 503: shutting down\.$/,
    );
    expect(report.isPartial).toBe(false);
    expect(report.workloads.map(({ containers: [one] }) => one?.used.cpu?.peak)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it('does not wait for a store that says nothing', async () => {
    between.fault = () => 'silence';
    await serve(cluster, between.url);
    const { report } = await scanned(cluster, { wallClock: acceleratedClock(wallClock.now(), 100) });
    expect(report.notes[0]).toBe(
      'Prometheus monitoring/prometheus-server is left out: it does not answer within 15 s',
    );
  });

  it('sends the API server nowhere by a Service that names a host', async () => {
    const { hostname, port } = new URL(between.url);
    await cluster.create('services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace: 'shop', name: 'elsewhere', labels: { app: 'prometheus' } },
      spec: { type: 'ExternalName', externalName: hostname, ports: [{ name: 'http', port: Number(port) }] },
    } as KubeObject);
    const { report } = await scanned(cluster);
    expect(report.notes[0]).toBe(
      'Prometheus shop/elsewhere is left out: it answers 503: no endpoints available for service "elsewhere"',
    );
    expect(between.asked).toEqual([]);
  });

  it('sends credentials to no API server, and says so', async () => {
    await serve(cluster, between.url);
    const { report } = await scanned(cluster, {
      config: {
        prometheusBearerToken: 'secret',
        prometheusHeaders: { Authorization: 'Bearer secret', 'X-Scope-OrgID': 'east' },
      },
    });
    expect(report.source.kind).toBe('prometheus');
    expect(report.notes).toEqual([
      expect.stringMatching(/^The credentials for Prometheus were not used, .*--prometheus\.$/),
    ]);
  });

  it('recommends more than any node has where larger ones come by themselves', async () => {
    await cluster.create('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'small' },
      spec: {},
      status: {
        allocatable: { cpu: '600m', memory: '64Gi', pods: '110' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    } as KubeObject);
    const cpu = async () => {
      const { report } = await scanned(cluster, {
        config: { prometheusAddress: between.url },
        replayer: undefined,
      });
      const app = report.workloads.find(({ name }) => name === 'app-0');
      return app?.containers.reduce((sum, { target }) => sum + (target?.cpu ?? 0), 0);
    };
    expect(await cpu()).toBeLessThanOrEqual(600);
    await cluster.create('customresourcedefinitions.apiextensions.k8s.io', NODE_POOLS);
    await cluster.create('nodepools.karpenter.sh', {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'general' },
      spec: {
        template: {
          spec: {
            requirements: [
              { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['7'] },
              { key: 'karpenter.k8s.aws/instance-memory', operator: 'Gt', values: ['16383'] },
            ],
          },
        },
      },
    } as KubeObject);
    expect(await cpu()).toBeGreaterThan(1000);
  });

  it('refuses a store that was stated and does not answer', async () => {
    const dead = scanned(cluster, { config: { prometheusAddress: 'http://127.0.0.1:1' } });
    await expect(dead).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1.*: it does not answer: the connection is refused/,
    );
  });

  it('tells what came before it was stopped', async () => {
    const stopping = new AbortController();
    let ranges = 0;
    between.fault = ({ path: asked }) => {
      if (asked === '/api/v1/query_range' && ++ranges === 3) stopping.abort();
      return undefined;
    };
    const { report } = await scanned(cluster, {
      config: { prometheusAddress: between.url },
      historyMs: TWO_QUERIES_MS,
      stopping: stopping.signal,
    });
    expect(report.isPartial).toBe(true);
    expect(report.notes[0]).toMatch(/^Stopped when .* of the usage was read\.$/);
    expect(namesOf({ report } as ScanResult)).toEqual(['app-0', 'app-1']);
  });

  it('names the right that an account lacks', async () => {
    const kubeconfig = path.join(cluster.folder, 'limited');
    writeFileSync(kubeconfig, cluster.kubeconfigOf('limited'));
    await expect(scanned(cluster, { kubeconfig })).rejects.toThrow(/list pods in all namespaces/);
  });

  it('needs no more than its ClusterRole grants', async () => {
    await serve(cluster, between.url);
    const kubeconfig = await limitedBy(
      parse(readFileSync('deploy/optional/scan.yaml', 'utf8')) as KubeObject,
    );
    const { report } = await scanned(cluster, { kubeconfig });
    expect(report.notes).toEqual([]);
    expect(report.source.kind).toBe('prometheus');
  });

  it('samples the metrics API where there is nothing else, and says how little that is worth', async () => {
    for (const { pod } of usage.containers)
      cluster.usage.set(`shop/${pod}`, { main: { cpu: '100m', memory: '200Mi' } });
    const { report } = await scanned(cluster);
    expect(report.source).toEqual({ kind: 'metrics-api' });
    expect(report.notes.at(-1)).toMatch(
      /it shows what runs now, no peak, no night and no weekend\. Do not shrink/,
    );
    expect(report.workloads[0]?.containers[0]?.used.cpu?.peak).toBe(100);
  });
});

describeWithProgram(
  'prometheus',
  'prometheus',
  'a scan of memory that follows what is no page cache',
  (program) => {
    const few = new PastUsage({
      endMs: START_MS,
      hours: HOURS,
      workloads: 3,
      namespaces: ['shop'],
      labelName: 'app',
    });
    const SHARE = 4;
    /** Every container but those of `app-2` has a quarter of its working set without page cache. */
    const withRss = [...few.openMetrics()].flatMap((text) =>
      text.startsWith('# TYPE kube_pod_labels')
        ? [
            '# TYPE container_memory_rss gauge\n',
            ...[...few.openMetrics()]
              .filter(
                (one) => one.startsWith('container_memory_working_set_bytes') && !one.includes('"app-2'),
              )
              .map((one) =>
                one
                  .replaceAll('container_memory_working_set_bytes', 'container_memory_rss')
                  .replace(/} (\S+) /g, (_, bytes: string) => `} ${Number(bytes) / SHARE} `),
              ),
            text,
          ]
        : [text],
    );
    let server: RealPrometheus;
    let between: FaultyPrometheus;
    let cluster: ApiCluster;

    beforeAll(async () => {
      server = await RealPrometheus.start(program, (data) => fillFromText(data, withRss.join('')));
    });
    beforeEach(async () => {
      between = await FaultyPrometheus.before(() => server.url);
      cluster = await ApiCluster.start();
      for (const app of ['app-0', 'app-1', 'app-2']) {
        const pods = few.containers.filter(({ labels, toHour }) => labels.app === app && toHour === HOURS);
        await cluster.workload(app, [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
      }
      for (const app of ['app-0', 'app-2'])
        await cluster.create<VerticalPodAutoscaler>(VPAS, {
          apiVersion: 'autoscaling.k8s.io/v1',
          kind: 'VerticalPodAutoscaler',
          metadata: {
            namespace: 'shop',
            name: app,
            annotations: { [MEMORY_FOLLOWS_ANNOTATION]: 'rss' },
          },
          spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: app } },
        });
    });
    afterEach(async () => {
      await cluster.close();
      await between.close();
    });
    afterAll(() => server.close());

    const named = ({ report }: ScanResult, name: string) => report.workloads.find((one) => one.name === name);
    const UNKNOWN = 'memory follows usage: nothing is known of it without page cache';

    it('counts it of the workloads whose VPAs say so, and of no other', async () => {
      const config = { prometheusAddress: between.url };
      const result = await scanned(cluster, { config });
      const plain = await scanned(cluster, { config, recommender: 'default' });
      const follows = named(result, 'app-0');
      const usual = named(plain, 'app-0');
      for (const [index, { used, target, why }] of (follows?.containers ?? []).entries()) {
        const before = usual?.containers[index];
        expect((used.memory?.peak ?? 0) * SHARE).toBeCloseTo(before?.used.memory?.peak ?? -1, -1);
        expect(target?.memory).toBeLessThan((before?.target?.memory ?? 0) / 2);
        expect(target?.cpu).toBe(before?.target?.cpu);
        expect(why.memory).toContain('page cache');
      }
      expect(follows?.containers).toHaveLength(2);
      expect(named(result, 'app-1')?.containers).toEqual(named(plain, 'app-1')?.containers);
      expect(named(result, 'app-2')?.containers.map(({ target }) => target)).toEqual(
        named(plain, 'app-2')?.containers.map(({ target }) => target),
      );
      expect(named(result, 'app-2')?.notes).toContain(UNKNOWN);
      expect(follows?.notes).not.toContain(UNKNOWN);
    });

    /** What the live recommender writes of the workloads with a VPA, by workload and container, once `isDone`. */
    async function live(isDone: (targets: object) => void) {
      const others = OTHER_SIGNALS.map(({ name }) => name).filter((name) => name !== RSS_SIGNAL);
      const process = await Recommending.start(cluster, {
        prometheusAddress: between.url,
        signalsLeftOut: others,
      });
      try {
        await process.until(() => {
          const targets = ['app-0', 'app-2'].flatMap((name) =>
            (cluster.vpa(name).status?.recommendation?.containerRecommendations ?? []).map(
              ({ containerName, target }) => [`${name}/${containerName}`, amountsFrom(target)],
            ),
          );
          isDone(Object.fromEntries(targets));
        });
      } finally {
        await process.stop();
      }
    }
    const targetsIn = (result: ScanResult) =>
      Object.fromEntries(
        ['app-0', 'app-2'].flatMap((name) =>
          (named(result, name)?.containers ?? []).map((one) => [`${name}/${one.name}`, one.target]),
        ),
      );

    it('recommends what the dashboard recommends from the same past', async () => {
      const result = await scanned(cluster, { config: { prometheusAddress: between.url } });
      await live((targets) => expect(targets).toEqual(targetsIn(result)));
    });

    it('follows usage where the store refuses to tell it, and says so', async () => {
      between.fault = ({ params }) =>
        params.get('query')?.includes('container_memory_rss')
          ? { status: 400, body: '{"status":"error","errorType":"bad_data","error":"no"}' }
          : undefined;
      const config = { prometheusAddress: between.url };
      const result = await scanned(cluster, { config });
      const plain = await scanned(cluster, { config, recommender: 'default' });
      expect(named(result, 'app-0')?.containers.map(({ target }) => target)).toEqual(
        named(plain, 'app-0')?.containers.map(({ target }) => target),
      );
      expect(named(result, 'app-0')?.notes).toContain(UNKNOWN);
      await live((targets) => expect(targets).toEqual(targetsIn(result)));
    });
  },
);

describeWithProgram('prometheus', 'prometheus', 'a scan of a store with every series twice', (program) => {
  const few = new PastUsage({
    endMs: START_MS,
    hours: 24,
    workloads: 1,
    namespaces: ['shop'],
    labelName: 'app',
  });
  /** As two replicas of two clusters scrape it; the second cluster uses ten times the memory. */
  const doubled = [...few.openMetrics()]
    .join('')
    .split('\n')
    .flatMap((line) => {
      if (!line.includes('{')) return [line];
      const as = (cluster: string, replica: string, text: string) =>
        text.replace('{', `{cluster="${cluster}",prometheus_replica="${replica}",`);
      const more = line.startsWith('container_memory')
        ? line.replace(/} (\S+) /, (_, value: string) => `} ${Number(value) * 10} `)
        : line;
      return [as('east', 'a', line), as('east', 'b', line), as('west', 'a', more)];
    })
    .join('\n');
  let server: RealPrometheus;
  let cluster: ApiCluster;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) => fillFromText(data, doubled));
    cluster = await ApiCluster.start();
    const pods = few.containers.filter(({ toHour }) => toHour === 24);
    await cluster.workload('app-0', [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
  });
  afterAll(async () => {
    await cluster.close();
    await server.close();
  });

  const peakOf = ({ report }: ScanResult) => report.workloads[0]?.containers[0]?.used.memory?.peak ?? 0;

  it('says so, counts each sample once, and tells clusters apart by label', async () => {
    const config = { prometheusAddress: server.url };
    const both = await scanned(cluster, { config });
    expect(both.report.notes).toEqual([
      expect.stringMatching(
        /^This store has containers of 2 clusters \(east, west\).*--label cluster=NAME\.$/,
      ),
      expect.stringMatching(
        /^Each sample is there 2 times, from the replicas a, b; the higher one counts, once\.$/,
      ),
    ]);
    const east = await scanned(cluster, { config: { ...config, prometheusMatchers: 'cluster="east"' } });
    expect(east.report.notes.join()).not.toContain('clusters');
    expect(peakOf(both)).toBeCloseTo(10 * peakOf(east), -6);
    expect(peakOf(east)).toBeGreaterThan(1e8);
  });
});

describe('a scan where VPAs have learned, and there is no Prometheus', () => {
  let cluster: ApiCluster;
  beforeAll(async () => {
    cluster = await ApiCluster.start({ metrics: false });
    for (const name of ['learned', 'unknown', 'broken']) await cluster.workload(name, [`${name}-1`], ['app']);
    for (const name of ['learned', 'broken']) await cluster.autoscaler(name);
    const histogram = {
      referenceTimestamp: '2026-03-01T00:00:00Z',
      bucketWeights: { 20: 10_000, 27: 300 },
      totalWeight: 5000,
    };
    const status = {
      version: 'v3',
      lastUpdateTime: '2026-03-01T23:59:00Z',
      firstSampleStart: '2026-02-20T00:00:00Z',
      lastSampleStart: '2026-03-01T23:59:00Z',
      totalSamplesCount: 14_000,
      cpuHistogram: histogram,
      memoryHistogram: histogram,
    };
    const checkpoint = (vpaObjectName: string, own: object) =>
      cluster.create(CHECKPOINTS, {
        apiVersion: 'autoscaling.k8s.io/v1',
        kind: 'VerticalPodAutoscalerCheckpoint',
        metadata: { namespace: 'shop', name: `${vpaObjectName}-app` },
        spec: { vpaObjectName, containerName: 'app' },
        status: { ...status, ...own },
      } as KubeObject);
    await checkpoint('learned', {});
    await checkpoint('broken', { version: 'v9' });
  });
  afterAll(() => cluster.close());

  it('recommends what the dashboard recommends from the same checkpoints', async () => {
    const { report } = await scanned(cluster);
    const live = await Recommending.start(cluster);
    try {
      await live.until(() =>
        expect(cluster.vpa('learned').status?.conditions).toMatchObject([
          { type: 'RecommendationProvided', status: 'True' },
        ]),
      );
      const [container] = cluster.vpa('learned').status?.recommendation?.containerRecommendations ?? [];
      const learned = report.workloads.find(({ name }) => name === 'learned');
      expect(learned?.containers[0]?.target).toEqual(amountsFrom(container?.target));
    } finally {
      await live.stop();
    }
  });

  it('says what that is worth, and that nothing is known of the others', async () => {
    const { report } = await scanned(cluster);
    expect(report.source).toEqual({ kind: 'checkpoints' });
    expect(report.notes.at(-1)).toBe(
      'Without Prometheus, this is what VPAs have learned of 2 containers: recommendations without usage over time, and nothing about workloads without a VPA.',
    );
    const [learned, ...others] = report.workloads;
    expect(learned).toMatchObject({ name: 'learned', finding: 'short' });
    expect(learned?.containers[0]?.why.cpu).toMatch(/^90th percentile of usage/);
    expect(others.map(({ name, finding }) => [name, finding])).toEqual([
      ['broken', 'unknown'],
      ['unknown', 'unknown'],
    ]);
  });
});

describe('a scan of some namespaces', () => {
  let cluster: ApiCluster;
  beforeAll(async () => {
    cluster = await ApiCluster.start({ metrics: false });
    for (const namespace of ['team-a', 'team-b', 'bank']) {
      await cluster.create('namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace },
      });
      const labels = { app: namespace, 'app.kubernetes.io/instance': 'core', 'helm.sh/chart': 'core-1.0.0' };
      await cluster.create('deployments.apps', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { namespace, name: namespace, labels },
        spec: {
          selector: { matchLabels: { app: namespace } },
          template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
        },
      } as KubeObject);
      await cluster.create('pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { namespace, name: 'bare', labels: { app: 'bare' } },
        spec: { containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '1' } } }] },
        status: { phase: 'Running' },
      } as KubeObject);
    }
  });
  afterAll(() => cluster.close());

  const titlesOf = ({ report }: ScanResult) =>
    report.workloads.map(({ namespace, name }) => `${namespace}/${name}`).sort();

  it('looks at those named and those like a pattern, with pods that nobody owns', async () => {
    const some = await scanned(cluster, { namespaces: ['team-*', 'bank'], replayer: undefined });
    expect(titlesOf(some)).toEqual([
      ...['bank/bank', 'bank/bare', 'team-a/bare', 'team-a/team-a', 'team-b/bare', 'team-b/team-b'],
    ]);
    expect(some.report.namespace).toBe('bank,team-*');
    const teams = await scanned(cluster, { namespaces: ['team-*'], replayer: undefined });
    expect(titlesOf(teams)).toEqual(['team-a/bare', 'team-a/team-a', 'team-b/bare', 'team-b/team-b']);
    expect(teams.report.namespaces.map(({ namespace }) => namespace)).toEqual(['team-a', 'team-b']);
  });

  it('looks at what has all the labels', async () => {
    const all = await scanned(cluster, {
      namespaces: ['team-*'],
      selector: 'helm.sh/chart,app in (team-b,bank)',
      replayer: undefined,
    });
    expect(titlesOf(all)).toEqual(['team-b/team-b']);
    expect(all.report.workloads[0]?.release).toEqual({ name: 'core', chart: 'core-1.0.0' });
  });

  it('names a namespace that holds nothing to size', async () => {
    const { report } = await scanned(cluster, { namespaces: ['team-a', 'teem-*'], replayer: undefined });
    expect(report.notes).toContain('There is nothing to size in namespaces teem-*.');
    expect(report.notes.join()).not.toContain('team-a');
  });
});

describe('a scan of names that are no names', () => {
  const ESCAPE = '\u001b';
  const EVIL = `<img src=x onerror=alert(1)>"${ESCAPE}[31m=cmd|x`;
  let cluster: ApiCluster;
  beforeAll(async () => {
    cluster = await ApiCluster.start();
    await cluster.workload('web', ['web-1'], ['app']);
  });
  afterAll(() => cluster.close());

  async function evil() {
    const { report } = await scanned(cluster);
    const [workload] = report.workloads;
    if (!workload) throw new Error('there is no workload');
    const own = { ...workload, name: EVIL, namespace: EVIL, notes: [EVIL] };
    return { ...report, cluster: EVIL, workloads: [own], notes: [EVIL], leftOut: [{ ...own, why: EVIL }] };
  }

  it('does not reach a terminal as escapes', async () => {
    const text = tableText(await evil(), { isColoured: false, isWide: true });
    expect(text).not.toContain(ESCAPE);
  });

  it('is no formula of a spreadsheet', async () => {
    const report = await evil();
    const text = csvText({ ...report, workloads: report.workloads.map((one) => ({ ...one, name: '=1+1' })) });
    expect(text).toContain(",'=1+1,");
    expect(text).not.toContain(ESCAPE);
  });

  it('is text in Markdown and HTML', async () => {
    const report = await evil();
    expect(markdownText(report)).not.toMatch(/(?<!\\)<img/);
    const html = htmlText(report);
    expect(html).not.toContain('<img');
    expect(html).not.toContain(ESCAPE);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

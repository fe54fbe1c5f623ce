import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { VisibleNamespaces } from '@/server/access';
import { defaultConfig } from '@/server/config';
import type { NewPodsWithout } from '@/server/contract/operations';
import type { ExportView, PatchFile } from '@/server/contract/patches';
import type { ContainerPlan } from '@/server/decide/pods/container-plan';
import { stopStateOf } from '@/server/decide/pods/stop';
import { parseQuantity } from '@/server/objects/quantity';
import type { Container, Pod, ResourceRequirements, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { exportFor } from '@/server/pages/patches/export';
import type { PatchSources } from '@/server/pages/patches/patch-of-vpa';
import { workloadPatch } from '@/server/pages/patches/workload-patch';
import { newPodsOfChange, newPodsOfRule, stoppedNewPods } from '@/server/pages/reports/new-pods-without';
import { yamlText } from '@/server/words/yaml';
import { AdmissionCluster, type Admitting } from '../support/admitting';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { hpaOn, onShare } from '../support/hpa';
import { describeWithProgram, output } from '../support/installed-program';
import { contextOver } from '../support/role-context';
import { until } from '../support/until';

const MIB = 2 ** 20;
const REQUESTS = { cpu: '100m', memory: '64Mi' };
/** What each workload states, and what its VPA says beside the recommendation. */
const WORKLOADS: readonly {
  name: string;
  kind?: 'Deployment' | 'StatefulSet';
  resources?: ResourceRequirements;
  policy?: VerticalPodAutoscaler['spec']['resourcePolicy'];
}[] = [
  { name: 'web', resources: { requests: REQUESTS, limits: { cpu: '250m', memory: '128Mi' } } },
  { name: 'bare', kind: 'StatefulSet' },
  { name: 'unlimited', resources: { requests: REQUESTS } },
  {
    name: 'capped',
    resources: { requests: REQUESTS, limits: { memory: '100Mi' } },
    policy: {
      containerPolicies: [
        { containerName: 'app', maxAllowed: { cpu: '120m' }, controlledValues: 'RequestsOnly' },
      ],
    },
  },
  {
    name: 'cpu.only',
    resources: { requests: REQUESTS },
    policy: { containerPolicies: [{ containerName: 'app', controlledResources: ['cpu'] }] },
  },
  { name: 'scaled', resources: { requests: REQUESTS } },
];

describeWithProgram('kubectl', 'kubernetes-client', 'patches of an export, applied with kubectl', (file) => {
  let cluster: AdmissionCluster;
  let process: Admitting;
  let made: ExportView;
  /** What a stop was said to do, before modes were off and after. */
  let held: { before: NewPodsWithout; after: NewPodsWithout };
  /** What admission gave, by workload. */
  const given = new Map<string, object[]>();

  const kubectl = (...args: string[]) =>
    output(file, ['--cache-dir', path.join(cluster.folder, 'cache'), ...args], {
      KUBECONFIG: cluster.sandbox.kubeconfigPath,
    });

  beforeAll(async () => {
    cluster = await AdmissionCluster.start();
    await cluster.create('limitranges', {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'usual', namespace: NAMESPACE },
      spec: {
        limits: [
          {
            type: 'Container',
            default: { memory: '256Mi' },
            defaultRequest: { cpu: '50m', memory: '64Mi' },
            max: { memory: '600Mi' },
          },
        ],
      },
    } as never);
    await cluster.create('horizontalpodautoscalers.autoscaling', {
      ...hpaOn([onShare('cpu', 50)], undefined, { name: 'scaled' }),
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' },
        minReplicas: 1,
        maxReplicas: 1,
        metrics: [onShare('cpu', 50)],
      },
    } as never);
    for (const { name, kind = 'Deployment', policy } of WORKLOADS)
      await cluster.autoscaler(name, kind, {
        updatePolicy: { updateMode: 'Initial' },
        ...(policy && { resourcePolicy: policy }),
      });
    await cluster.autoscaler('nightly', 'CronJob', { updatePolicy: { updateMode: 'Initial' } });
    process = await cluster.admitting();
    for (const workload of WORKLOADS) await process.sees(workload.name);
    for (const workload of WORKLOADS) await create(workload);
    await cluster.create<Workload>('cronjobs.batch', nightly());
    for (const { name } of WORKLOADS) given.set(name, resourcesOf(await podsOf(name)));
    const before = await heldBack();
    for (const { name } of WORKLOADS)
      cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, name, (draft) => {
        draft.spec.updatePolicy = { updateMode: 'Off' };
      });
    await until('modes off', () =>
      WORKLOADS.every(
        ({ name }) =>
          process.context.caches.vpas.get(NAMESPACE, name)?.spec.updatePolicy?.updateMode === 'Off',
      ),
    );
    made = await exported('');
    held = { before, after: await heldBack() };
  });
  afterAll(() => cluster?.close());

  function template({ name, resources }: (typeof WORKLOADS)[number]) {
    const app: Container = { name: 'app', image: 'app:1', ...(resources && { resources }) };
    const side: Container = { name: 'side', image: 'side:1' };
    return { metadata: { labels: { app: name } }, spec: { containers: [side, app] } };
  }

  function create(workload: (typeof WORKLOADS)[number]) {
    const { name, kind = 'Deployment' } = workload;
    return cluster.create<Workload>(`${kind.toLowerCase()}s.apps`, {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name, namespace: NAMESPACE },
      spec: {
        replicas: 1,
        ...(kind === 'StatefulSet' && { serviceName: name }),
        selector: { matchLabels: { app: name } },
        template: template(workload),
      },
    } as Workload);
  }

  function nightly(): Workload {
    return {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly', namespace: NAMESPACE },
      spec: {
        schedule: '0 3 1 1 *',
        jobTemplate: {
          spec: {
            template: {
              metadata: { labels: { app: 'nightly' } },
              spec: {
                restartPolicy: 'Never',
                containers: [{ name: 'app', image: 'app:1', resources: { requests: REQUESTS } }],
              },
            },
          },
        },
      },
    } as never;
  }

  const exported = (query: string, reach = VisibleNamespaces.all): Promise<ExportView> =>
    reporting((sources) =>
      exportFor(sources, { params: new URLSearchParams(query), reach }, async () => ({
        rows: [],
        matching: 0,
      })),
    );

  const heldBack = () =>
    reporting((sources) => stoppedNewPods(sources, { kind: 'namespace', namespace: NAMESPACE }));

  async function reporting<Told>(tell: (sources: PatchSources) => Promise<Told>): Promise<Told> {
    const context = contextOver(process.context.client, defaultConfig({}), cluster.clock);
    try {
      const stops = stopStateOf(new Map(), context.config);
      return await tell({ cluster: context, config: context.config, stops });
    } finally {
      await context.caches.stop();
    }
  }

  const podsOf = (app: string) =>
    until(`a pod of ${app}`, () => {
      const pods = cluster.pods(app);
      return pods.length === 1 && pods;
    });

  /** Requests and limits as comparable numbers. */
  const resourcesOf = (pods: readonly Pod[]) =>
    pods.flatMap(({ spec }) =>
      spec.containers.map(({ name, resources }) => ({
        name,
        ...Object.fromEntries(
          (['requests', 'limits'] as const).map((field) => [
            field,
            Object.fromEntries(
              Object.entries(resources?.[field] ?? {}).map(([key, value]) => [
                key,
                parseQuantity(value).nanos,
              ]),
            ),
          ]),
        ),
      })),
    );

  function written(files: readonly PatchFile[], folder: string): string {
    for (const one of files) {
      const place = path.join(cluster.folder, folder, one.path);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, one.text);
    }
    return path.join(cluster.folder, folder);
  }

  it('names what each patch states, and what holds amounts back', () => {
    const of = (name: string) => made.workloads.find((one) => one.name === name);
    expect(made.leftOut).toEqual([]);
    expect(of('web')).toMatchObject({
      path: 'shop/deployment-web.yaml',
      states: ['app: CPU 163m instead of 100m, memory 250 MiB instead of 64 MiB'],
    });
    expect(of('capped')?.notes).toContain('app: cpu capped to maxAllowed');
    expect(of('capped')?.notes).toContain('app: memory capped to container limit');
    expect(of('scaled')?.notes).toContain(
      'app: CPU stays as stated, because a HorizontalPodAutoscaler scales on it (scaled)',
    );
    const texts = made.files.find((one) => one.path === 'shop/deployment-scaled.yaml')?.text;
    expect(texts).toContain('# HPA scaled scales on cpu; the rest is vertical.\n');
    const { spec } = parse(texts ?? '') as Workload;
    expect(spec.template?.spec.containers).toEqual([
      { name: 'side' },
      { name: 'app', resources: { requests: { memory: '150Mi' }, limits: { memory: '600Mi' } } },
    ]);
  });

  it('says before a stop what new pods get, as admission gave it, and what their template states', () => {
    const said = ({ vpas, notTold }: NewPodsWithout) => ({ names: vpas.map(({ name }) => name), notTold });
    expect(said(held.before)).toEqual({
      names: expect.arrayContaining(['web', 'bare', 'unlimited', 'capped', 'cpu.only', 'scaled', 'nightly']),
      notTold: 0,
    });
    const app = held.before.vpas
      .find(({ name }) => name === 'web')
      ?.containers.find(({ container }) => container === 'app');
    expect(app).toMatchObject({
      now: { requests: { cpu: 163, memory: 250 * MIB } },
      after: { requests: { cpu: 100, memory: 64 * MIB }, limits: { cpu: 250, memory: 128 * MIB } },
    });
    expect(app?.now.limits.memory).toBeGreaterThan(128 * MIB);
    expect(said(held.after)).toEqual({ names: ['nightly'], notTold: 0 });
  });

  it('says the same of one whose mode is set to Off, the other way round once it acts, and nothing under a stop', async () => {
    const vpa = cluster.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web');
    if (!vpa) throw new Error('no VPA web');
    const [off, initial, recreate] = (['Off', 'Initial', 'Recreate'] as const).map((updateMode) => ({
      ...vpa,
      spec: { ...vpa.spec, updatePolicy: { updateMode } },
    })) as [VerticalPodAutoscaler, VerticalPodAutoscaler, VerticalPodAutoscaler];
    const told = (before: VerticalPodAutoscaler, after: VerticalPodAutoscaler) =>
      reporting((sources) => newPodsOfChange(sources, { before, after }));
    const stopped = held.before.vpas.find(({ name }) => name === 'web');
    expect(await told(recreate, off)).toEqual(stopped);
    expect(await told(off, initial)).toEqual({
      ...stopped,
      containers: stopped?.containers.map(({ container, now, after }) => ({
        container,
        now: after,
        after: now,
      })),
    });
    const rule = {
      changes: [
        { before: off, after: initial },
        { before: off, after: recreate },
      ],
      removed: [
        { namespace: NAMESPACE, name: 'nightly' },
        { namespace: NAMESPACE, name: 'gone' },
      ],
    };
    expect(await reporting((sources) => newPodsOfRule(sources, rule))).toEqual({
      vpas: [held.after.vpas[0], await told(off, initial)],
      notTold: 0,
    });
    for (const [before, after] of [
      [recreate, initial],
      [off, recreate],
    ] as const)
      expect(await told(before, after)).toBeUndefined();
    const all = stopStateOf(new Map([['all', { who: 'ada', atMs: 0 }]]), process.context.config);
    expect(
      await reporting((sources) =>
        newPodsOfChange({ ...sources, stops: all }, { before: recreate, after: off }),
      ),
    ).toBeUndefined();
  });

  it('gives the same requests and limits as admission, applied to the cluster as they are', async () => {
    const before = new Map(WORKLOADS.map(({ name }) => [name, cluster.pods(name)[0]?.metadata.uid]));
    const folder = written(made.files, 'export');
    await kubectl(
      'apply',
      '-k',
      folder,
      '--server-side',
      '--force-conflicts',
      '--field-manager=plumbline-export',
    );
    for (const { name } of WORKLOADS) {
      const pods = await until(`a new pod of ${name}`, () => {
        const now = cluster.pods(name);
        return now.length === 1 && now[0]?.metadata.uid !== before.get(name) && now;
      });
      expect([name, resourcesOf(pods)]).toEqual([name, given.get(name)]);
      expect(pods[0]?.metadata.annotations?.vpaUpdates).toBeUndefined();
    }
    const { spec } = cluster.sandbox.registry.get('cronjobs.batch', NAMESPACE, 'nightly') as Workload;
    expect(spec.jobTemplate?.spec.template.spec.containers[0]?.resources?.requests).toEqual({
      cpu: '163m',
      memory: '150Mi',
    });
  });

  it('can be applied without a word more where kubectl applies nothing else', async () => {
    const only = await exported('of=shop/web');
    expect(await kubectl('apply', '-k', written(only.files, 'plain'))).toContain(
      'deployment.apps/web configured',
    );
  });

  it('is a component of the kustomization that makes the workloads', async () => {
    const place = written(
      made.files.filter((one) => one.path.startsWith('shop/')),
      'repository',
    );
    const bases = WORKLOADS.filter(({ name, kind }) => !kind && name !== 'scaled').map((workload) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: workload.name },
      spec: { selector: { matchLabels: { app: workload.name } }, template: template(workload) },
    }));
    writeFileSync(path.join(place, 'base.yaml'), bases.map((one) => JSON.stringify(one)).join('\n---\n'));
    writeFileSync(
      path.join(place, 'kustomization.yaml'),
      'namespace: shop\nresources: [base.yaml]\ncomponents: [shop]\n',
    );
    const rendered = parseAllDocuments(await kubectl('kustomize', place)).map(
      (one) => one.toJS() as Workload,
    );
    const requested = rendered.map(({ metadata, spec }) => [
      metadata.name,
      spec.template?.spec.containers.map(({ image, resources }) => [image, resources?.requests?.cpu]),
    ]);
    expect(Object.fromEntries(requested)).toEqual({
      web: [
        ['side:1', undefined],
        ['app:1', '163m'],
      ],
      unlimited: [
        ['side:1', undefined],
        ['app:1', '163m'],
      ],
      capped: [
        ['side:1', undefined],
        ['app:1', '120m'],
      ],
      'cpu.only': [
        ['side:1', undefined],
        ['app:1', '163m'],
      ],
    });
  });

  it('is of what a person may read', async () => {
    const elsewhere = VisibleNamespaces.within(['elsewhere']);
    expect(await exported('', elsewhere)).toMatchObject({ workloads: [], leftOut: [] });
    await expect(exported('of=shop/web', elsewhere)).rejects.toThrow(
      'list verticalpodautoscalers.autoscaling.k8s.io in shop',
    );
    expect((await exported('', VisibleNamespaces.within(['shop']))).workloads.length).toBe(
      made.workloads.length,
    );
  });

  it('states the same once it is applied', async () => {
    const again = await exported('namespace=shop');
    const patches = ({ files }: ExportView) => files.filter((one) => one.path !== 'README.md');
    expect(patches(again)).toEqual(patches(made));
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'what Kustomize makes of a patch', (file) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kustomize-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const initContainers: Container[] = [
    { name: 'setup', image: 'setup:1' },
    { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' },
    { name: 'migrate', image: 'migrate:1' },
  ];
  const containers: Container[] = ['web', 'app', 'logs'].map((name) => ({ name, image: `${name}:1` }));
  const template = { metadata: { labels: { app: 'x' } }, spec: { initContainers, containers } };

  it.each([
    ['deployment', ['app']],
    ['statefulset', ['proxy']],
    ['cronjob', ['logs', 'proxy']],
    ['daemonset', ['logs', 'web']],
  ])('keeps the order of the containers of a %s that states %j', async (plural, sized) => {
    const kind = { deployment: 'Deployment', statefulset: 'StatefulSet', daemonset: 'DaemonSet' }[plural];
    const group = kind ? 'apps/v1' : 'batch/v1';
    const inner = { template };
    const base = {
      apiVersion: group,
      kind: kind ?? 'CronJob',
      metadata: { name: 'x', namespace: 'shop' },
      spec: kind ? inner : { jobTemplate: { spec: inner } },
    };
    const plans = sized.map((name) => ({ name, requests: { cpu: 250 }, limits: {} }) as ContainerPlan);
    const patch = workloadPatch({ kind: base.kind, namespace: 'shop', name: 'x', template }, plans);
    const place = path.join(folder, plural);
    mkdirSync(place);
    writeFileSync(path.join(place, 'base.yaml'), JSON.stringify(base));
    writeFileSync(path.join(place, 'patch.yaml'), yamlText(patch));
    writeFileSync(
      path.join(place, 'kustomization.yaml'),
      'resources: [base.yaml]\npatches: [{ path: patch.yaml }]\n',
    );
    const { spec } = parse(await output(file, ['kustomize', place])) as Workload;
    const made = (spec.template ?? spec.jobTemplate?.spec.template)?.spec;
    const stated = (all: readonly Container[] = []) =>
      all.map(({ name, image, resources }) => [name, image, resources?.requests?.cpu]);
    const expected = (all: readonly Container[]) =>
      all.map(({ name, image }) => [name, image, sized.includes(name) ? '250m' : undefined]);
    expect(stated(made?.initContainers)).toEqual(expected(initContainers));
    expect(stated(made?.containers)).toEqual(expected(containers));
  });

  it.each(['0X1F', '0B11', '0O17', '1e_3', '-0X1f', '0X_F', '.1e_3', 'Off', '22:00', '1_000', '0x1', '10m'])(
    'keeps %s a text',
    async (text) => {
      const place = path.join(folder, `text-${text}`);
      mkdirSync(place);
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { [text]: text } };
      writeFileSync(path.join(place, 'map.yaml'), yamlText(object));
      const read = ['annotate', '--local', '-f', path.join(place, 'map.yaml'), 'a=b', '-o', 'json'];
      expect(JSON.parse(await output(file, read)).data).toEqual({ [text]: text });
    },
  );
});

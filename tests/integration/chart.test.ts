import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { readConfig, SETTINGS } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { CHART_FILES, type Manifest, manifestsOf } from '../house/chart';
import { VALUES } from '../house/chart/values';
import { describeWithProgram, output } from '../support/installed-program';
import { DEFAULTS, METADATA, merged, renderedChart, type Values } from '../support/rendered-chart';

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;
const inOrder = (manifests: Manifest[]) => [...manifests].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

describe('the chart', () => {
  it.each(CHART_FILES)('has in $file what `npm run chart` writes', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text());
  });

  it('has the version of the program, and values of the schema', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(METADATA).toMatchObject({ version, appVersion: version });
    expect(VALUES.parse(DEFAULTS)).toEqual(DEFAULTS);
  });

  it.each([
    [{ replica: 2 }],
    [{ settings: { UPDATER_INTERVAL: '2m' } }],
    [{ roles: ['updatr'] }],
    [{ roles: ['admission'] }],
    [{ replicas: { dashboard: 0 } }],
    [{ hub: { clusters: { file: '../passwd' } } }],
    [{ hub: { settings: { HUB_ALONE: 'false' } } }],
  ])('refuses %o', (values) => {
    expect(VALUES.safeParse(merged(DEFAULTS, values)).success).toBe(false);
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'the chart rendered', (kubectl) => {
  let folder: string;
  let data: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'plumbline-chart-'));
    const options = { port: 0, clock: wallClock, log: silentLogger, scenario: 'empty', seed: 1 };
    sandbox = await startSandbox({ ...options, dataDir: data });
    for (const name of ['plumbline', 'vpa-system'])
      await sandbox.registry.create('namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      });
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(data, { recursive: true, force: true });
  });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-chart-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const render = (above: Values = {}, namespace = 'plumbline') =>
    renderedChart((args) => output(kubectl, args, { KUBECONFIG: '/dev/null' }), folder, above, namespace);

  /**
   * Applies manifests as Helm 4 does, in a cluster that keeps nothing of it, without those that the embedded one has no
   * kind for. @throws Error if one is refused
   */
  async function applied(manifests: Manifest[]): Promise<void> {
    const file = path.join(folder, 'rendered.json');
    const items = manifests.filter(({ kind }) => kind !== 'Ingress' && kind !== 'ServiceMonitor');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const flags = ['--cache-dir', path.join(data, 'cache'), '--server-side', '--force-conflicts'];
    await output(kubectl, ['apply', ...flags, '--dry-run=server', '-f', file], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  }

  /** The manifests of folders as a release has them: Helm makes the namespace, and keeps definitions. */
  function asReleased(...folders: string[]): Manifest[] {
    const manifests = folders.flatMap(manifestsOf).filter(({ kind }) => kind !== 'Namespace');
    for (const { kind, metadata, spec } of manifests) {
      if (kind === 'CustomResourceDefinition')
        metadata.annotations = { ...metadata.annotations, 'helm.sh/resource-policy': 'keep' };
      if (kind === 'Deployment')
        for (const container of podOf(spec).containers) container.imagePullPolicy = 'IfNotPresent';
    }
    return inOrder(manifests);
  }

  interface Pod {
    containers: {
      name: string;
      image: string;
      imagePullPolicy?: string;
      resources: object;
      env: { name: string; value?: string; valueFrom?: { secretKeyRef: object } }[];
    }[];
    volumes: object[];
    tolerations?: object[];
    affinity?: object;
    securityContext: object;
    priorityClassName?: string;
    nodeSelector?: object;
  }

  const podOf = (spec: object | undefined): Pod => (spec as { template: { spec: Pod } }).template.spec;

  function podsOf(manifests: Manifest[]): Pod[] {
    return manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => podOf(spec));
  }

  const ofContainer = ({ env }: Pod['containers'][number]) =>
    Object.fromEntries(env.map(({ name, value }) => [name, value]));

  const environmentOf = (pod: Pod | undefined) => (pod?.containers[0] ? ofContainer(pod.containers[0]) : {});

  const ofKind = (manifests: Manifest[], wanted: string) => manifests.filter(({ kind }) => kind === wanted);

  it('is by default what deploy/one-pod says', async () => {
    expect(inOrder(await render())).toEqual(
      asReleased('deploy/crds', 'deploy/rbac', 'deploy/account', 'deploy/one-pod'),
    );
  });

  it.each([
    ['as it comes', {}],
    ['with high availability', { highAvailability: { enabled: true } }],
    ['per role', { perRole: { enabled: true } }],
    [
      'with every option',
      {
        optional: {
          ...Object.fromEntries(Object.keys(DEFAULTS.optional as Values).map((name) => [name, true])),
          // Of a kind that came with Kubernetes 1.30: the real API server has it.
          ownPriority: false,
        },
        ingress: { enabled: true, className: 'nginx', host: 'vpa.example', tlsSecretName: 'tls' },
        service: { enabled: true },
        imagePullSecrets: [{ name: 'registry' }],
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ key: 'dedicated', operator: 'Exists' }],
        podAnnotations: { a: 'b' },
        serviceAccount: { annotations: { a: 'b' } },
        persistence: { storageClassName: 'fast' },
        roles: ['recommender', 'updater'],
        systemNamespace: 'vpa-system',
      },
    ],
    ['with a hub beside it', { hub: { enabled: true } }],
    [
      'as a hub alone with every option',
      {
        hub: {
          alone: true,
          clusters: { configMapName: 'clusters', file: 'all.yaml' },
          service: { enabled: true },
          ingress: { enabled: true, className: 'nginx', host: 'hub.example', tlsSecretName: 'tls' },
          persistence: { storageClassName: 'fast' },
          serviceAccount: { annotations: { a: 'b' } },
        },
        tolerations: [{ key: 'dedicated', operator: 'Exists' }],
        podAnnotations: { a: 'b' },
      },
    ],
    [
      'with as little as can be',
      {
        networkPolicy: { enabled: false },
        persistence: { enabled: false },
        priorityClass: { create: false },
        crds: { install: false },
        resources: {},
        admission: { resources: {} },
      },
    ],
  ])('is taken by a server-side apply %s', async (_, values) => {
    await applied(await render(values));
  });

  it('is refused there if it states a name of the environment twice', async () => {
    const rendered = await render();
    const [pod] = podsOf(rendered);
    pod?.containers[0]?.env.push({ name: 'PLUMBLINE_AUTH', value: 'oidc' });
    await expect(applied(rendered)).rejects.toThrow(/duplicate entries for key \[name="PLUMBLINE_AUTH"\]/);
  });

  it('is with high availability what deploy/highly-available says', async () => {
    expect(inOrder(await render({ highAvailability: { enabled: true } }))).toEqual(
      asReleased(
        'deploy/crds',
        'deploy/rbac',
        'deploy/account',
        'deploy/admission',
        'deploy/highly-available',
      ),
    );
  });

  it('is per role what deploy/per-role says, without the account that has every right', async () => {
    const rendered = await render({ perRole: { enabled: true }, highAvailability: { enabled: true } });
    expect(inOrder(rendered)).toEqual(
      asReleased('deploy/crds', 'deploy/rbac', 'deploy/admission', 'deploy/per-role'),
    );
    expect(ofKind(rendered, 'ServiceAccount').map(({ metadata }) => metadata.name)).not.toContain(
      'plumbline',
    );
  });

  it('is with a hub what deploy/hub says beside the rest, and alone nothing else', async () => {
    expect(inOrder(await render({ hub: { enabled: true } }))).toEqual(
      asReleased('deploy/crds', 'deploy/rbac', 'deploy/account', 'deploy/one-pod', 'deploy/hub'),
    );
    const optional = Object.fromEntries(Object.keys(DEFAULTS.optional as Values).map((name) => [name, true]));
    const alone = {
      hub: { alone: true },
      optional,
      serviceMonitor: { enabled: true },
      service: { enabled: true },
      ingress: { enabled: true, host: 'vpa.example' },
    };
    for (const highAvailability of [{ enabled: false }, { enabled: true }])
      expect(inOrder(await render({ ...alone, highAvailability }))).toEqual(asReleased('deploy/hub'));
  });

  it('gives a hub an account without rights, no token, and a way out to HTTPS alone, whatever values say', async () => {
    const rendered = await render({ hub: { alone: true, serviceAccount: { annotations: { a: 'b' } } } });
    expect(rendered.map(({ kind }) => kind).filter((kind) => kind?.includes('Role'))).toEqual([]);
    const [account] = ofKind(rendered, 'ServiceAccount');
    expect(account).toMatchObject({
      automountServiceAccountToken: false,
      metadata: { annotations: { a: 'b' } },
    });
    expect(podsOf(rendered)).toMatchObject([{ automountServiceAccountToken: false }]);
    const [policy] = ofKind(rendered, 'NetworkPolicy');
    expect(policy?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(JSON.stringify(policy?.spec)).toContain('169.254.0.0/16');
  });

  it('has a hub read its clusters from a Secret or a ConfigMap, and answer to the host of its Ingress', async () => {
    const ofSecret = await render({ hub: { alone: true, clusters: { secretName: 'fleet' } } });
    expect(podsOf(ofSecret)[0]?.volumes).toContainEqual({
      name: 'clusters',
      secret: { secretName: 'fleet' },
    });
    const ingress = { enabled: true, host: 'hub.example' };
    const clusters = { configMapName: 'fleet', file: 'all.yaml' };
    const rendered = await render({
      hub: { alone: true, clusters, ingress, persistence: { enabled: false } },
    });
    expect(podsOf(rendered)[0]?.volumes).toContainEqual({ name: 'clusters', configMap: { name: 'fleet' } });
    expect(podsOf(rendered)[0]?.volumes).toContainEqual({ name: 'data', emptyDir: {} });
    expect(environmentOf(podsOf(rendered)[0])).toMatchObject({
      PLUMBLINE_CLUSTERS: '/etc/plumbline/clusters/all.yaml',
      PLUMBLINE_ALLOWED_HOSTS: 'hub.example',
    });
    expect(ofKind(rendered, 'Ingress')[0]?.spec).toMatchObject({
      rules: [{ host: 'hub.example', http: { paths: [{ path: '/' }] } }],
    });
    expect(ofKind(rendered, 'Service').map(({ metadata }) => metadata.name)).toEqual(['plumbline-hub']);
  });

  it('has an Ingress at the path below which the dashboard is', async () => {
    const ingress = { enabled: true, host: 'tools.example' };
    const settings = { PLUMBLINE_BASE_PATH: '/tools/plumbline' };
    for (const values of [{ ingress, settings }, { hub: { alone: true, ingress, settings } }])
      expect(ofKind(await render(values), 'Ingress')[0]?.spec).toMatchObject({
        rules: [{ http: { paths: [{ path: '/tools/plumbline', pathType: 'Prefix' }] } }],
      });
  });

  it('lets settings of a hub change all of its environment but what makes it one', async () => {
    const names = Object.values(SETTINGS).map(({ env }) => env);
    const bySettings = Object.fromEntries(names.map((name, index) => [name, `setting ${index}`]));
    const byMore = names.map((name, index) => ({ name, value: `more ${index}` }));
    for (const [given, wanted] of [
      [{ settings: bySettings }, bySettings],
      [{ extraEnv: byMore }, Object.fromEntries(byMore.map(({ name, value }) => [name, value]))],
    ] as const) {
      const rendered = await render({ hub: { alone: true, ...given }, settings: { PLUMBLINE_AUTH: 'none' } });
      await applied(rendered);
      const [container] = podsOf(rendered)[0]?.containers ?? [];
      const stated = container?.env.map(({ name }) => name) ?? [];
      expect([...stated].sort()).toEqual([...new Set(stated)].sort());
      expect(environmentOf(podsOf(rendered)[0])).toMatchObject({
        ...wanted,
        PLUMBLINE_HUB_ALONE: 'true',
        PLUMBLINE_CLUSTERS: '/etc/plumbline/clusters/clusters.yaml',
      });
    }
  });

  it('has the optional rights and the ServiceMonitor that values ask for', async () => {
    const optional = Object.fromEntries(Object.keys(DEFAULTS.optional as Values).map((name) => [name, true]));
    const rendered = await render({ optional, serviceMonitor: { enabled: true } });
    const files = asReleased(
      'deploy/crds',
      'deploy/rbac',
      'deploy/account',
      'deploy/one-pod',
      'deploy/optional',
    );
    expect(inOrder(rendered)).toEqual(
      files.filter(({ metadata: { name } }) => !['plumbline-act-as-people', 'plumbline-scan'].includes(name)),
    );
  });

  it('passes settings, images, resources and places on to pods, whatever characters they have', async () => {
    const tolerations = [
      { key: 'dedicated', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 3_000_000 },
    ];
    const rendered = await render({
      image: { repository: 'registry.example:5000/plumbline', tag: 'v2' },
      settings: {
        PLUMBLINE_MIN_REPLICAS: 3,
        PLUMBLINE_EVICTION_TOLERANCE: 0.25,
        PLUMBLINE_HPA_CONTROLLER: true,
        PLUMBLINE_IGNORED_NAMESPACES: 'a"b: {c}\n#d',
      },
      roles: ['recommender', 'updater'],
      resources: { requests: { cpu: 2, memory: '1Gi' } },
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations,
      persistence: { enabled: false },
    });
    const [pod] = podsOf(rendered);
    expect(pod).toMatchObject({ tolerations, nodeSelector: { 'kubernetes.io/os': 'linux' } });
    expect(pod?.containers[0]).toMatchObject({
      image: 'registry.example:5000/plumbline:v2',
      resources: { requests: { cpu: 2, memory: '1Gi' } },
    });
    expect(environmentOf(pod)).toMatchObject({
      PLUMBLINE_MIN_REPLICAS: '3',
      PLUMBLINE_EVICTION_TOLERANCE: '0.25',
      PLUMBLINE_HPA_CONTROLLER: 'true',
      PLUMBLINE_IGNORED_NAMESPACES: 'a"b: {c}\n#d',
      PLUMBLINE_ROLES: 'recommender,updater',
    });
    expect(pod?.volumes).toContainEqual({ name: 'data', emptyDir: {} });
    expect(ofKind(rendered, 'PersistentVolumeClaim')).toEqual([]);
  });

  it.each([{ enabled: false }, { enabled: true }])(
    'passes places, accounts, and settings from Secrets on to every pod, highAvailability %o',
    async (highAvailability) => {
      const affinity = {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
      };
      const secret = {
        name: 'PLUMBLINE_OIDC_CLIENT_SECRET',
        valueFrom: { secretKeyRef: { name: 'oidc', key: 'secret' } },
      };
      const annotations = { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/db' };
      const rendered = await render({
        highAvailability,
        affinity,
        podSecurityContext: { runAsNonRoot: true },
        extraEnv: [secret, { name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
        serviceAccount: { annotations },
      });
      const pods = podsOf(rendered);
      expect(pods).toHaveLength(highAvailability.enabled ? 2 : 1);
      for (const pod of pods) {
        expect(pod.affinity).toEqual(affinity);
        expect(pod.securityContext).toEqual({ runAsNonRoot: true });
        for (const container of pod.containers) {
          expect(container.env).toContainEqual(secret);
          expect(ofContainer(container).HTTPS_PROXY).toBe('http://proxy:3128');
        }
      }
      for (const { metadata } of ofKind(rendered, 'ServiceAccount'))
        expect(metadata.annotations).toEqual(annotations);
    },
  );

  describe.each([{ enabled: false }, { enabled: true }])('with highAvailability %o', (highAvailability) => {
    /** What containers that admit do not let settings change. */
    const KEPT = ['PLUMBLINE_ROLES', 'PLUMBLINE_DATA_DIR', 'PLUMBLINE_PORT', 'PLUMBLINE_METRICS_PORT'];
    const names = Object.values(SETTINGS).map(({ env }) => env);
    const bySettings = Object.fromEntries(names.map((name, index) => [name, `setting ${index}`]));
    const byMore = names.map((name, index) => ({ name, value: `more ${index}` }));
    const falsy = Object.fromEntries(names.map((name, index) => [name, [false, 0, ''][index % 3]]));

    it.each([
      ['settings', { settings: bySettings }, bySettings],
      ['settings that are false, 0 or empty', { settings: falsy }, falsy],
      ['extraEnv', { extraEnv: byMore }, Object.fromEntries(byMore.map(({ name, value }) => [name, value]))],
      [
        'both',
        { settings: falsy, extraEnv: byMore, roles: ['updater'], ingress: { enabled: true, host: 'a' } },
        Object.fromEntries(byMore.map(({ name, value }) => [name, value])),
      ],
    ])('states each name of the environment once, as %s says', async (_, values, wanted) => {
      const rendered = await render({ highAvailability, systemNamespace: 'vpa-system', ...values });
      await applied(rendered);
      const containers = podsOf(rendered).flatMap((pod) => pod.containers);
      expect(containers.map(({ name }) => name).sort()).toEqual(['admission', 'plumbline']);
      for (const container of containers) {
        const names = container.env.map(({ name }) => name);
        expect(names.sort()).toEqual([...new Set(names)].sort());
        const kept = container.name === 'admission' ? KEPT : [];
        expect(ofContainer(container)).toMatchObject(
          Object.fromEntries(
            Object.entries(wanted).flatMap(([name, value]) =>
              kept.includes(name) ? [] : [[name, String(value)]],
            ),
          ),
        );
        if (container.name === 'admission')
          expect(ofContainer(container).PLUMBLINE_ROLES?.split(',')[0]).toBe('admission');
      }
    });
  });

  it.each([
    [{ create: true, name: '' }, 'plumbline-non-preempting', 1],
    [{ create: true, name: 'platform' }, 'platform', 0],
    [{ create: false, name: 'system-cluster-critical' }, 'system-cluster-critical', 0],
    [{ create: false, name: '' }, undefined, 0],
  ])('gives pods with priorityClass %o the class %s', async (priorityClass, name, made) => {
    const rendered = await render({ priorityClass });
    expect(podsOf(rendered).map(({ priorityClassName }) => priorityClassName)).toEqual([name]);
    expect(ofKind(rendered, 'PriorityClass')).toHaveLength(made);
  });

  it('names the Secret of the database, and as many pods as asked for', async () => {
    const rendered = await render({
      highAvailability: { enabled: true },
      replicas: { dashboard: 3, admission: 5 },
      database: { secretName: 'db', key: 'dsn' },
    });
    expect(
      ofKind(rendered, 'Deployment')
        .map(({ spec }) => (spec as { replicas: number }).replicas)
        .sort(),
    ).toEqual([3, 5]);
    for (const pod of podsOf(rendered))
      expect(pod.containers[0]?.env).toContainEqual({
        name: 'PLUMBLINE_DATABASE_URL',
        valueFrom: { secretKeyRef: { name: 'db', key: 'dsn' } },
      });
  });

  it('opens the dashboard by an Ingress whose host it answers to', async () => {
    const rendered = await render({ ingress: { enabled: true, host: 'vpa.example', tlsSecretName: 'tls' } });
    const [ingress] = ofKind(rendered, 'Ingress');
    expect(ingress?.spec).toMatchObject({
      tls: [{ secretName: 'tls', hosts: ['vpa.example'] }],
      rules: [{ host: 'vpa.example' }],
    });
    expect(ofKind(rendered, 'Service').map(({ metadata }) => metadata.name)).toContain('plumbline');
    const { PLUMBLINE_ALLOWED_HOSTS } = environmentOf(podsOf(rendered)[0]);
    expect(readConfig({ PLUMBLINE_ALLOWED_HOSTS }).allowedHosts).toEqual(['vpa.example']);
  });

  it('goes into another namespace with all its accounts', async () => {
    const rendered = await render(
      { systemNamespace: 'vpa-system', networkPolicy: { enabled: false } },
      'autoscaling',
    );
    expect(new Set(rendered.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set([undefined, 'autoscaling', 'vpa-system']),
    );
    expect(JSON.stringify(rendered)).not.toContain('"namespace":"plumbline"');
    const environments = podsOf(rendered).flatMap((pod) => pod.containers.map(ofContainer));
    expect(environments).toMatchObject([
      { PLUMBLINE_SYSTEM_NAMESPACE: 'vpa-system' },
      { PLUMBLINE_SYSTEM_NAMESPACE: 'vpa-system', PLUMBLINE_ADMISSION_SERVICE_NAMESPACE: 'autoscaling' },
    ]);
    expect(ofKind(rendered, 'NetworkPolicy')).toEqual([]);
  });
});

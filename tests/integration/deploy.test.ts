import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { bundle } from '@/bin/build.mjs';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';
import { scripts } from '@/package.json';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { type Config, readConfig } from '@/server/config';
import { installable, installedIn } from '@/server/handover/installed';
import { compose } from '@/server/host/compose';
import { rolesOf } from '@/server/host/roles';
import type { Runtime } from '@/server/host/runtime';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, type Clock, wallClock } from '@/server/lib/time/clock';
import type { KubeEvent, KubeObject, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { accountKubeconfig } from '../support/account-kubeconfig';
import { describeWithProgram, output } from '../support/installed-program';
import { TestReceiver } from '../support/receiver';
import { until } from '../support/until';

/** Fast enough for passes a second apart. */
const SPEED = 60;
const CHECKPOINTS = 'verticalpodautoscalercheckpoints.autoscaling.k8s.io';
const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
const SAMPLE_DATABASE = 'postgres://plumbline@database/plumbline';
/** What the Secrets hold that the manifests read; nobody listens at that address. */
const SECRETS: Readonly<Record<string, string>> = {
  'plumbline-database': SAMPLE_DATABASE,
  'plumbline-telling': 'http://127.0.0.1:9/hook',
};

interface Variant {
  title: string;
  /** What to give to `kubectl apply -k`. */
  base: string;
  /** What to give to `kubectl apply -f` instead, folders and files. */
  applied: string[];
}

const VARIANTS: Variant[] = [
  {
    title: 'all roles in a single pod',
    base: 'deploy/one-pod',
    applied: ['deploy/crds/', 'deploy/rbac/', 'deploy/account/', 'deploy/one-pod/'],
  },
  {
    title: 'high availability',
    base: 'deploy/highly-available',
    applied: [
      'deploy/crds/',
      'deploy/rbac/',
      'deploy/account/',
      'deploy/admission/',
      'deploy/highly-available/',
    ],
  },
  {
    title: 'a process and an account for each role',
    base: 'deploy/per-role',
    applied: ['deploy/crds/', 'deploy/rbac/', 'deploy/admission/', 'deploy/per-role/'],
  },
];
const [ONE_POD] = VARIANTS as [Variant];

interface Probe {
  httpGet: { port: string };
}

interface Container {
  name: string;
  command: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}

type Manifest = KubeObject & { spec?: Record<string, unknown> };

function manifestsIn(place: string): Manifest[] {
  const files = place.endsWith('/') ? readdirSync(place).map((name) => path.join(place, name)) : [place];
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Manifest));
}

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;

function deploymentsOf({
  applied,
}: Pick<Variant, 'applied'>): (Workload & { spec: { template: { spec: object } } })[] {
  return applied.flatMap(manifestsIn).filter(({ kind }) => kind === 'Deployment') as never;
}

const containersOf = ({ spec }: Workload) => (spec.template?.spec.containers ?? []) as unknown as Container[];

/** The processes of a variant, each with the Deployment whose pods run it. */
const processesOf = (variant: Pick<Variant, 'applied'>) =>
  deploymentsOf(variant).flatMap((deployment) =>
    containersOf(deployment).map((container) => ({ deployment, container })),
  );

const volumesOf = (deployment: Manifest) =>
  (deployment as unknown as { spec: { template: { spec: { volumes: { name: string }[] } } } }).spec.template
    .spec.volumes;

function withVolumes(deployment: Manifest, volumes: object[]): Manifest {
  const copy = structuredClone(deployment);
  Object.assign((copy.spec as { template: { spec: object } }).template.spec, { volumes });
  return copy;
}

/** The environment of a process, with the database that its Secret would name. */
function environmentOf({ env }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [
      name,
      valueFrom ? (SECRETS[valueFrom.secretKeyRef.name] ?? '') : (value ?? ''),
    ]),
  );
}

const rolesIn = (config: Config) => rolesOf(config).map(({ name }) => name);

describe.each(VARIANTS)('the manifests for $title', (variant) => {
  const processes = processesOf(variant);

  it('end no pod of others to make room, and give no other pod their priority', () => {
    const classes = variant.applied.flatMap(manifestsIn).filter(({ kind }) => kind === 'PriorityClass');
    for (const { spec } of deploymentsOf(variant) as { spec: { template: { spec: object } } }[])
      expect(spec.template.spec).toMatchObject({ priorityClassName: classes[0]?.metadata.name });
    expect(classes).toMatchObject([{ preemptionPolicy: 'Never' }]);
    expect(classes[0]).not.toHaveProperty('globalDefault');
  });

  it.each(processes.map((one) => [`${one.deployment.metadata.name}/${one.container.name}`, one] as const))(
    'set what %s understands, and nothing else',
    (_, { container }) => {
      const config = readConfig(environmentOf(container));
      const ports = Object.fromEntries(
        container.ports.map(({ name, containerPort }) => [name, containerPort]),
      );
      const own = ports.dashboard ?? ports.status;
      if (own !== undefined) expect(own).toBe(config.port);
      if (rolesIn(config).includes('admission')) expect(ports.webhook).toBe(config.admissionPort);
      const { startupProbe, livenessProbe, readinessProbe } = container;
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
        expect(ports[httpGet.port]).toBe(config.metricsPort);
    },
  );

  it('start pages as `npm start` does, and processes without as `npm run headless`', () => {
    const headless = scripts.headless.split(' ');
    const pages = ['node', ...MEMORY_FLAGS, 'bin/entry.mjs', DASHBOARD];
    for (const { container } of processes) {
      expect(container.command).toEqual(container.name === 'plumbline' ? pages : headless);
      expect(environmentOf(container)).toMatchObject(MEMORY_ENVIRONMENT);
    }
  });

  it('say what the API server would fill into the lists of a NetworkPolicy', () => {
    // Such a list has one owner: with a field filled in, `kubectl apply --server-side` conflicts with `apply` before it.
    const rules = variant.applied
      .flatMap(manifestsIn)
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(({ spec }) => (spec as { ingress?: { ports: object[] }[] }).ingress ?? []);
    expect(rules.length).toBeGreaterThan(0);
    for (const { ports } of rules)
      for (const port of ports) expect(port).toMatchObject({ protocol: expect.any(String) });
  });

  it('give each container of a pod ports of its own', () => {
    for (const deployment of deploymentsOf(variant)) {
      const configs = containersOf(deployment).map((container) => readConfig(environmentOf(container)));
      const ports = configs.flatMap(({ port, metricsPort, admissionPort }) =>
        [port, metricsPort, admissionPort].filter((one) => one > 0),
      );
      expect(ports).toEqual([...new Set(ports)]);
    }
  });

  it('run every role once, tell people of each process, and name the Service of the webhook', () => {
    const configs = processes.map(({ container }) => readConfig(environmentOf(container)));
    for (const config of configs)
      expect(
        rolesIn(config).includes('messages') || configs.some(({ besidePort }) => besidePort === config.port),
      ).toBe(true);
    expect(
      configs
        .flatMap((config) => rolesIn(config).filter((name) => !config.followOnly.includes(name)))
        .filter((name) => name !== 'messages')
        .sort(),
    ).toEqual(['admission', 'hpa', 'nodes', 'recommender', 'rules', 'updater']);
    const admitting = processes[configs.findIndex((config) => rolesIn(config).includes('admission'))];
    const { admissionServiceName, admissionServiceNamespace, admissionServicePort } =
      configs.find((config) => rolesIn(config).includes('admission')) ?? readConfig({});
    const service = variant.applied.flatMap(manifestsIn).find(({ kind }) => kind === 'Service');
    expect(service).toMatchObject({
      metadata: { name: admissionServiceName, namespace: admissionServiceNamespace },
      spec: {
        selector: admitting?.deployment.spec.template?.metadata?.labels,
        ports: [{ port: admissionServicePort, targetPort: 'webhook' }],
      },
    });
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'manifests applied to a cluster', (kubectlFile) => {
  let folder: string;
  let clock: Clock;
  let sandbox: Sandbox;
  let receiver: TestReceiver;
  let running: Runtime[] = [];

  const kubectl = (...args: string[]) =>
    output(kubectlFile, ['--cache-dir', path.join(folder, 'cache'), ...args], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-deploy-'));
    const crdsDir = path.join(folder, 'no-crds');
    mkdirSync(crdsDir);
    clock = acceleratedClock(wallClock.now(), SPEED);
    const options = {
      port: 0,
      clock,
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
      scalesHorizontally: false,
    };
    sandbox = await startSandbox({ ...options, crdsDir });
    receiver = await TestReceiver.start();
  });

  afterEach(async () => {
    for (const runtime of running.splice(0)) await runtime.stop();
    running = [];
    await sandbox.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rendered = async (base: string) =>
    parseAllDocuments(await kubectl('kustomize', base)).map((one) => one.toJS() as Manifest);

  /** Whether this kubectl reads folders in a kustomization, as from 1.21 on. */
  const combinesFolders = () =>
    kubectl('kustomize', ONE_POD.base).then(
      () => true,
      () => false,
    );

  const inOrder = (manifests: Manifest[]) => [...manifests].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

  /** The kubeconfig of a new token of the service account of a Deployment's pods. */
  function kubeconfigOfServiceAccount({ spec }: Workload): Promise<string> {
    const name = spec.template?.spec.serviceAccountName ?? 'default';
    return accountKubeconfig(sandbox.kubeconfigPath, { namespace: 'plumbline', name }, folder);
  }

  /** A workload far from its target, and a VPA that changes its pods. */
  async function workload(name: string, updateMode: 'Recreate' | 'InPlaceOrRecreate' | 'Off'): Promise<void> {
    const labels = { app: name };
    const usage = '{"kind":"steady","cpu":"300m","memory":"400Mi"}';
    const template = {
      metadata: { labels, annotations: { 'sandbox.plumbline.dev/workload': usage } },
      spec: { containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '10m' } } }] },
    };
    await sandbox.registry.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: 'default' },
      spec: { replicas: 3, selector: { matchLabels: labels }, template },
    } as Workload);
    await sandbox.registry.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: 'default' },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, updatePolicy: { updateMode } },
    });
  }

  /** The Service's endpoint: the embedded cluster has no service network. */
  async function lead(service: string, port: number): Promise<void> {
    await sandbox.registry.create('endpoints', {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: service, namespace: 'plumbline' },
      subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port }] }],
    } as KubeObject);
  }

  /** Runs what the Deployments run, each with its service account. */
  async function run(variant: Variant, log: pino.Logger): Promise<void> {
    for (const { deployment, container } of processesOf(variant)) {
      const environment = environmentOf(container);
      const config = readConfig({
        ...environment,
        // Where somebody listens: what is not delivered is a problem of its own.
        ...(environment.PLUMBLINE_TELL_URL && { PLUMBLINE_TELL_URL: receiver.url() }),
        PLUMBLINE_KUBECONFIG: await kubeconfigOfServiceAccount(deployment),
        PLUMBLINE_DATA_DIR: path.join(folder, deployment.metadata.name, container.name),
        // Nothing here serves HTTP: `beside.test.ts` has what two processes tell each other.
        PLUMBLINE_BESIDE_PORT: '0',
        PLUMBLINE_DATABASE_URL: '',
        PLUMBLINE_ADMISSION_PORT: '0',
        PLUMBLINE_LEAST_HISTORY: '0s',
        PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
        PLUMBLINE_CANARY: '0s',
        PLUMBLINE_WARM_UP: '0s',
      });
      running.push(await compose(config, { clock, log }));
    }
    const admitting = running.find(({ config }) => config.roles.includes('admission'));
    await lead('plumbline-webhook', await until('a listener', () => admitting?.handles.admission?.port));
  }

  /** What is installed of Plumbline, without what the API server adds. */
  async function installed() {
    const client = KubeClient.connect(loadAccess({ kubeconfig: sandbox.kubeconfigPath }));
    const found = await installedIn(client, installable(process.cwd()));
    await client.close();
    return found.map(
      ({ object: { metadata, status: _status, ...rest } }: { object: Manifest & { status?: object } }) => {
        const { name, namespace, labels } = metadata;
        return { ...rest, metadata: { name, namespace, labels } };
      },
    );
  }

  const checkpoint = () =>
    sandbox.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'default', 'web-app')?.status;

  const hasEvent = (reason: string) =>
    [...sandbox.registry.list<KubeEvent>('events', 'default')].some((event) => event.reason === reason);
  const has = (resource: string, namespace: string | undefined, name: string) =>
    sandbox.registry.get(resource, namespace, name) !== undefined;

  it.each(VARIANTS)('let $title do all its work with its service account', async (variant) => {
    const files = variant.applied.flatMap((place) => ['-f', place]);
    await kubectl('apply', ...((await combinesFolders()) ? ['-k', variant.base] : files));
    expect(await kubectl('diff', ...files)).toBe('');
    await workload('evicted', 'Recreate');
    await workload('resized', 'InPlaceOrRecreate');

    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    await run(variant, log);
    await until('readiness', () => running.every((one) => one.readiness().ready));
    await until('an eviction', () => hasEvent('EvictedByVPA'));
    await until('a resize', () => hasEvent('InPlaceResizedByVPA'));
    await until('the registration', () =>
      has('mutatingwebhookconfigurations.admissionregistration.k8s.io', undefined, 'plumbline'),
    );
    await until('certificates', () => has('secrets', 'plumbline', 'plumbline-webhook-certificates'));
    await until('the lease', () =>
      has('leases.coordination.k8s.io', 'kube-system', 'vpa-admission-controller'),
    );
    await until('a checkpoint', () =>
      has('verticalpodautoscalercheckpoints.autoscaling.k8s.io', 'default', 'evicted-app'),
    );
    const updating = running.find(({ config }) => config.roles.includes('updater'));
    await updating?.operations?.stops.press({ kind: 'all' }, 'a test');
    const mode = () =>
      sandbox.registry.get<VerticalPodAutoscaler>(VPAS, 'default', 'evicted')?.spec.updatePolicy?.updateMode;
    await until('every mode Off', () => mode() === 'Off');
    await until('the stops', () => has('configmaps', 'plumbline', 'plumbline-stops'));
    await until('the ledger of what people were told', () =>
      has('leases.coordination.k8s.io', 'plumbline', 'plumbline-telling'),
    );
    await updating?.operations?.stops.resume({ kind: 'all' }, 'a test');
    await until('modes as they were', () => mode() === 'Recreate');

    await expect
      .poll(() =>
        running.flatMap(({ problems }) => problems.list().map(({ code, message }) => [code, message])),
      )
      .toEqual([]);
    expect(lines.filter((line) => /forbidden|\b403\b/i.test(line))).toEqual([]);
  });

  it('install again after an uninstall what was there, and what was learned goes on', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const install = async () => {
      await kubectl('apply', ...ONE_POD.applied.flatMap((place) => ['-f', place]));
      await run(ONE_POD, log);
    };
    await install();
    await workload('web', 'Recreate');
    const before = await until('a checkpoint', () => checkpoint());
    const was = await installed();
    for (const runtime of running.splice(0)) await runtime.stop();
    const left = checkpoint()?.totalSamplesCount ?? 0;

    const uninstall = await bundle('server/handover/uninstall.ts');
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      KUBECONFIG: sandbox.kubeconfigPath,
    };
    await promisify(execFile)(process.execPath, [uninstall, '--yes'], { env });
    await kubectl('delete', 'endpoints', 'plumbline-webhook', '-n', 'plumbline');
    expect(await installed()).toEqual([]);
    expect(checkpoint()?.totalSamplesCount).toBe(left);
    const registrations = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
    expect(has(registrations, undefined, 'plumbline')).toBe(false);

    await install();
    expect(await installed()).toEqual(was);
    await until('more samples', () => (checkpoint()?.totalSamplesCount ?? 0) > left);
    expect(checkpoint()?.firstSampleStart).toBe(before.firstSampleStart);
    await until('the registration', () => has(registrations, undefined, 'plumbline'));
    await expect
      .poll(() =>
        running.flatMap(({ problems }) => problems.list().map(({ code, message }) => [code, message])),
      )
      .toEqual([]);
    expect(lines.filter((line) => /forbidden|\b403\b/i.test(line))).toEqual([]);
  });

  it.each(VARIANTS)('are combined by the kustomization for $title', async ({ base, applied }) => {
    if (!(await combinesFolders())) return;
    expect(inOrder(await rendered(base))).toEqual(inOrder(applied.flatMap(manifestsIn)));
  });

  it.each(['one-pod', 'highly-available', 'per-role', 'try', 'hub'])(
    'apply both ways, twice each, without a conflict or a difference: %s',
    async (variant) => {
      if (!(await combinesFolders())) return;
      const base = `deploy/${variant}/`;
      const generations = async () => {
        const objects = parseAllDocuments(
          await kubectl('get', '-n', 'plumbline', '-o', 'yaml', 'networkpolicies,deployments,services'),
        )[0]?.toJS() as { items: KubeObject[] };
        return objects.items.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.generation}`);
      };
      await kubectl('apply', '-k', base);
      const first = await generations();
      expect(first.join()).toContain('NetworkPolicy');
      for (const way of [['--server-side'], ['--server-side'], [], []]) {
        await kubectl('apply', '-k', base, ...way);
        expect(await generations()).toEqual(first);
      }
    },
  );

  it('write out what an API server fills into lists that are replaced as a whole', () => {
    const missing = VARIANTS.flatMap(({ applied }) => applied)
      .concat('deploy/hub/', 'deploy/optional/')
      .flatMap(manifestsIn)
      .flatMap((manifest) => {
        const { ingress = [], egress = [] } = (manifest.spec ?? {}) as Record<
          string,
          { ports?: { protocol?: string }[] }[]
        >;
        const isPolicy = manifest.kind === 'NetworkPolicy';
        const ports = isPolicy ? [...ingress, ...egress].flatMap((rule) => rule.ports ?? []) : [];
        return ports.some(({ protocol }) => protocol === undefined) ? [nameOf(manifest)] : [];
      });
    expect(missing).toEqual([]);
  });

  it('differ in the volume alone where Plumbline is only tried', async () => {
    if (!(await combinesFolders())) return;
    await kubectl('apply', '-k', 'deploy/try');
    const withoutVolume = (manifests: Manifest[]) =>
      inOrder(manifests)
        .filter(({ kind }) => kind !== 'PersistentVolumeClaim')
        .map((one) => (one.kind === 'Deployment' ? withVolumes(one, []) : one));
    const [tried, kept] = [await rendered('deploy/try'), await rendered('deploy/one-pod')];
    const volumeNamed = (manifests: Manifest[], name: string) =>
      manifests
        .flatMap((one) => (one.kind === 'Deployment' ? volumesOf(one) : []))
        .find((one) => one.name === name);
    expect(volumeNamed(tried, 'data')).toEqual({ name: 'data', emptyDir: {} });
    expect(volumeNamed(kept, 'data')).toEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'plumbline' },
    });
    expect(tried.some(({ kind }) => kind === 'PersistentVolumeClaim')).toBe(false);
    expect(withoutVolume(tried)).toEqual(withoutVolume(kept));
  });

  it('let Plumbline scale by HPAs that ask for it, with the optional rights', async () => {
    await kubectl(
      'apply',
      '-f',
      'deploy/crds/',
      '-f',
      'deploy/rbac/',
      '-f',
      'deploy/account/',
      '-f',
      'deploy/one-pod/',
      '-f',
      'deploy/optional/horizontal-controller.yaml',
    );
    await workload('web', 'Off');
    await kubectl('autoscale', 'deployment', 'web', '--min=4', '--max=6', '--cpu-percent=50');
    await kubectl('annotate', 'hpa', 'web', 'plumbline.dev/controller=plumbline');
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const [main] = processesOf(ONE_POD);
    if (!main) throw new Error('there is no Deployment');
    const { deployment, container } = main;
    const config = readConfig({
      ...environmentOf(container),
      PLUMBLINE_BESIDE_PORT: '0',
      PLUMBLINE_KUBECONFIG: await kubeconfigOfServiceAccount(deployment),
      PLUMBLINE_DATA_DIR: path.join(folder, 'hpa'),
      PLUMBLINE_ROLES: 'hpa',
      PLUMBLINE_HPA_CONTROLLER: 'true',
    });
    running.push(await compose(config, { clock, log }));
    const replicas = () =>
      sandbox.registry.get<Workload>('deployments.apps', 'default', 'web')?.spec.replicas;
    await until('more replicas', () => replicas() === 4);
    await until('an event', () => hasEvent('SuccessfulRescale'));
    expect(lines.filter((line) => /forbidden|\b403\b/i.test(line))).toEqual([]);

    const { operations } = running.at(-1) ?? {};
    const edit = { maxReplicas: 7 };
    const refused = await operations?.hpas.preview('default', 'web', edit);
    expect(refused?.errors[0]?.message).toContain('kubectl apply -f deploy/optional/edit-hpas.yaml');
    await kubectl('apply', '-f', 'deploy/optional/edit-hpas.yaml');
    await operations?.hpas.save('default', 'web', edit, { who: 'a test' });
    expect(await kubectl('get', 'hpa', 'web')).toMatch(/ 4 +7 +\d+ /);
  });
});

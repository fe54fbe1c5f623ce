import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import type { KubeObject, Pod, Workload } from '@/server/objects/types';
import { ApiBetween } from '../support/api-between';
import { ApiCluster, VPAS } from '../support/api-cluster';

const DEPLOYMENTS = 'deployments.apps';
const REGISTRATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const UPSTREAM = ['recommender', 'updater', 'admission-controller'] as const;

let cluster: ApiCluster;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'plumbline' },
  });
});
afterEach(() => cluster.close());

/** What tells whose a Deployment is. */
interface Told {
  args?: string[];
  labels?: Record<string, string>;
  env?: object[];
  serviceAccountName?: string;
}

const OUR_ENV = [{ name: 'PLUMBLINE_AUTH', value: 'token' }];

async function deployment(
  namespace: string,
  name: string,
  image: string,
  {
    args = [],
    labels = { 'app.kubernetes.io/name': name },
    env = [],
    serviceAccountName = 'default',
  }: Told = {},
): Promise<void> {
  const spec = { serviceAccountName, containers: [{ name, image, args, env }] };
  const template = { metadata: { labels }, spec };
  await cluster.create(DEPLOYMENTS, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name, labels },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  } as KubeObject);
  const ready = (one: Workload) => {
    one.status = { ...one.status, readyReplicas: 2 };
  };
  cluster.registry.mutate<Workload>(DEPLOYMENTS, namespace, name, ready, { subresource: 'status' });
}

async function registration(
  name: string,
  webhook: string,
  service: string,
  namespace: string,
): Promise<void> {
  const clientConfig = { service: { name: service, namespace }, caBundle: 'Y2E=' };
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }];
  const rest = { admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Ignore', rules };
  await cluster.create(REGISTRATIONS, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name },
    webhooks: [{ name: webhook, clientConfig, ...rest }],
  } as KubeObject);
}

async function upstream(): Promise<void> {
  for (const part of UPSTREAM)
    await deployment('kube-system', `vpa-${part}`, `registry.k8s.io/autoscaling/vpa-${part}:1.4.1`);
  await registration('vpa-webhook-config', 'vpa.k8s.io', 'vpa-webhook', 'kube-system');
}

async function plumbline(): Promise<void> {
  await deployment('plumbline', 'plumbline', 'registry.example.com/ops/autoscaler:7', { env: OUR_ENV });
  await registration('plumbline', 'plumbline.dev', 'plumbline-webhook', 'plumbline');
}

const bundled = new Map<string, Promise<string>>();

type Command = 'take-over' | 'hand-back' | 'uninstall';

const run = (command: Command, ...args: string[]) => runAs(cluster.kubeconfig, command, ...args);

async function runAs(
  kubeconfig: string,
  command: Command,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const entry = `server/handover/${command}.ts`;
  const file = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, file);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, KUBECONFIG: kubeconfig };
  return promisify(execFile)(process.execPath, [await file, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      said: failed.stdout + failed.stderr,
    }),
  );
}

/** Replicas of every Deployment, and the names of registrations. */
function state(): Record<string, unknown> {
  const all = [...cluster.registry.list<Workload>(DEPLOYMENTS)];
  const names = [...cluster.registry.list<KubeObject>(REGISTRATIONS)].map(({ metadata }) => metadata.name);
  return {
    ...Object.fromEntries(all.map(({ metadata, spec }) => [metadata.name, spec.replicas])),
    registrations: names.sort(),
  };
}

const BEFORE = { 'vpa-recommender': 2, 'vpa-updater': 2, 'vpa-admission-controller': 2 };
const STOPPED = { 'vpa-recommender': 0, 'vpa-updater': 0, 'vpa-admission-controller': 0 };

describe('taking over from the upstream VPA', () => {
  it('says what it would do, and changes nothing until it is asked to', async () => {
    await upstream();
    await plumbline();
    const { code, said } = await run('take-over');
    expect(code).toBe(0);
    expect(said).toContain(
      'Would do: Scale the Deployment kube-system/vpa-updater (the upstream updater) from 2 replicas to 0',
    );
    expect(said).toContain('Would do: Remove the webhook configuration vpa-webhook-config');
    expect(state()).toEqual({ ...BEFORE, plumbline: 2, registrations: ['plumbline', 'vpa-webhook-config'] });
  });

  it('stops all three, removes the webhook, and is undone by handing back, and the other way round', async () => {
    await upstream();
    await plumbline();
    const webhooks = () =>
      cluster.registry.get<KubeObject & { webhooks: object }>(REGISTRATIONS, undefined, 'vpa-webhook-config')
        ?.webhooks;
    const registered = webhooks();
    expect((await run('take-over', '--yes')).code).toBe(0);
    expect(state()).toEqual({ ...STOPPED, plumbline: 2, registrations: ['plumbline'] });
    expect((await run('take-over', '--yes')).said).toContain('Nothing to do.');

    expect((await run('hand-back', '--yes')).code).toBe(0);
    expect(state()).toEqual({ ...BEFORE, plumbline: 0, registrations: ['vpa-webhook-config'] });
    expect(webhooks()).toEqual(registered);

    const again = await run('take-over', '--yes');
    expect(again).toMatchObject({ code: 2 });
    expect(state()).toEqual({
      ...STOPPED,
      'vpa-admission-controller': 2,
      plumbline: 2,
      registrations: ['vpa-webhook-config'],
    });
  });

  it('names the setting of each flag that the upstream VPA runs with, or says that there is none', async () => {
    await plumbline();
    await deployment('kube-system', 'vpa-updater', 'registry.k8s.io/autoscaling/vpa-updater:1.8.1', {
      args: ['--min-replicas=1', '--ignored-vpa-object-namespaces=a,b', '--v=4'],
    });
    await deployment('kube-system', 'vpa-recommender', 'registry.k8s.io/autoscaling/vpa-recommender:1.8.1', {
      args: ['--target-cpu-percentile=0.95', '--use-external-metrics=true'],
    });
    const { said } = await run('take-over');
    const at = said.indexOf('Flags of the upstream VPA');
    expect(
      said
        .slice(at)
        .split('\n')
        .slice(1, 6)
        .map((line) => line.trim())
        .sort(),
    ).toEqual([
      'kube-system/vpa-recommender --target-cpu-percentile=0.95: set PLUMBLINE_TARGET_CPU_PERCENTILE=0.95.',
      expect.stringMatching(/^kube-system\/vpa-recommender --use-external-metrics=true: no setting: /),
      'kube-system/vpa-updater --ignored-vpa-object-namespaces=a,b: set PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES=a,b.',
      'kube-system/vpa-updater --min-replicas=1: set PLUMBLINE_MIN_REPLICAS=1.',
      'kube-system/vpa-updater -v=4: PLUMBLINE_LOG_LEVEL has that by default.',
    ]);
  });

  it('leaves admission to the upstream VPA until Plumbline admits', async () => {
    await upstream();
    const { code, said } = await run('take-over', '--yes');
    expect(code).toBe(2);
    expect(said).toContain('the upstream admission controller goes on');
    expect(state()).toEqual({
      ...STOPPED,
      'vpa-admission-controller': 2,
      registrations: ['vpa-webhook-config'],
    });
  });

  it('leaves recommenders with a name of their own, and other webhooks', async () => {
    await plumbline();
    await deployment('shop', 'special', 'example.com/autoscaling/vpa-recommender@sha256:00', {
      args: ['--recommender-name=special'],
    });
    await deployment('shop', 'docs', 'example.com/vpa-recommender-docs:1');
    await registration('other', 'other.example.com', 'other', 'shop');
    const before = state();
    expect((await run('take-over', '--yes')).said).toContain('Nothing to do.');
    expect(state()).toEqual(before);
  });
});

describe('a Deployment that only looks like one of these', () => {
  const looks = async () => {
    await deployment('shop', 'sizes', 'example.com/tools/vpa-updater:3');
    await deployment('shop', 'plumbline', 'example.com/drawings/plumbline:2');
    await deployment('plumbline', 'plumbline', 'example.com/drawings/plumbline:2');
  };
  const SAID = [
    'The Deployment shop/sizes has an image named like the upstream updater, from elsewhere and with another account: it is left alone. If it is one, scale it to 0 yourself.',
    "The Deployment shop/plumbline has Plumbline's label and no setting of Plumbline: it is left alone.",
  ];

  it.each(['take-over', 'uninstall'] as const)('is named and left alone: %s', async (command) => {
    await looks();
    const before = state();
    const { said } = await run(command, '--yes');
    for (const sentence of SAID) expect(said).toContain(sentence);
    expect([said, state()]).toEqual([expect.stringContaining('Nothing to do.'), before]);
  });
});

it.each<[string, string, Told]>([
  ['from a copy of the registry', 'mirror.example.com/k8s/autoscaling/vpa-updater@sha256:00', {}],
  ['by its account', 'mirror.example.com/vpa-updater:1', { serviceAccountName: 'tools-vpa-updater' }],
  ['by its label', 'mirror.example.com/updater/vpa-updater:1', { labels: { app: 'vpa-updater' } }],
  ['by its component', 'vpa-updater', { labels: { 'app.kubernetes.io/component': 'updater' } }],
])('is taken over as the updater of the upstream VPA %s', async (_, image, told) => {
  await deployment('shop', 'sizes', image, told);
  await run('take-over', '--yes');
  expect(state()).toMatchObject({ sizes: 0 });
});

describe('handing back to the upstream VPA', () => {
  it('refuses where nothing was taken over, so that some autoscaler goes on', async () => {
    await plumbline();
    const { code, said } = await run('hand-back', '--yes');
    expect(code).toBe(2);
    expect(said).toContain('No upstream VPA was taken over here');
    expect(state()).toEqual({ plumbline: 2, registrations: ['plumbline'] });
  });
});

describe('a command that is killed', () => {
  /** Ends the command as the kernel does, once it has done so many steps. */
  async function killedAfter(steps: number, command: Command): Promise<void> {
    await run(command);
    const file = await (bundled.get(`server/handover/${command}.ts`) ?? '');
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, KUBECONFIG: cluster.kubeconfig };
    const child = spawn(process.execPath, [file, '--yes'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.split('Done: ').length > steps) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(said).toContain('Done: ');
  }

  it.each([1, 2, 3])('after step %i ends the rest when it is run again', async (steps) => {
    await upstream();
    await plumbline();
    await killedAfter(steps, 'take-over');
    expect((await run('take-over', '--yes')).code).toBe(0);
    expect(state()).toEqual({ ...STOPPED, plumbline: 2, registrations: ['plumbline'] });
    await killedAfter(steps, 'hand-back');
    expect((await run('hand-back', '--yes')).code).toBe(0);
    expect(state()).toEqual({ ...BEFORE, plumbline: 0, registrations: ['vpa-webhook-config'] });
    await killedAfter(1, 'uninstall');
    expect((await run('uninstall', '--yes')).code).toBe(0);
    expect(state()).toEqual({ ...BEFORE, registrations: ['vpa-webhook-config'] });
  });
});

describe('uninstalling', () => {
  const RBAC = 'rbac.authorization.k8s.io';
  const roles = () =>
    [...cluster.registry.list<KubeObject>(`clusterroles.${RBAC}`)]
      .map(({ metadata }) => metadata.name)
      .filter((name) => name.startsWith('plumbline'));

  async function installed(): Promise<void> {
    await plumbline();
    for (const name of ['plumbline-reader', 'plumbline-publish-idle'])
      await cluster.create(`clusterroles.${RBAC}`, {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name },
        rules: [],
      } as KubeObject);
    await cluster.create('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'kube-system', name: 'plumbline-webhook-certificates' },
    });
    await cluster.create('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'plumbline', name: 'plumbline-webhook-certificates' },
    });
  }

  /** A pod with the labels of ours. */
  async function podOf(namespace: string, phase: 'Running' | 'Failed' | 'Succeeded'): Promise<void> {
    const name = 'plumbline-1';
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name, labels: { 'app.kubernetes.io/name': 'plumbline' } },
      spec: { containers: [{ name: 'plumbline', image: 'plumbline:0.1.0', env: OUR_ENV }] },
    });
    cluster.registry.mutate<Pod>(
      'pods',
      namespace,
      name,
      (pod) => {
        pod.status = { ...pod.status, phase };
      },
      { subresource: 'status' },
    );
  }

  it('says what it would do, does it when it is asked to, and leaves VPAs and definitions', async () => {
    await installed();
    await deployment('shop', 'web', 'example.com/web:1');
    await cluster.autoscaler('web');
    const asked = await run('uninstall');
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.said.split('\n').slice(1)).toEqual([
      'Would do: Scale the Deployment plumbline/plumbline (Plumbline) from 2 replicas to 0, and note the number on it.',
      "Would do: Remove Plumbline's webhook, its certificates, its leases and its conditions on VPAs, once its pods are gone.",
      'Would do: Remove the Deployment plumbline/plumbline.',
      'Would do: Remove the ClusterRole plumbline-reader.',
      'Would do: Remove the ClusterRole plumbline-publish-idle.',
      'VPAs, checkpoints, their definitions, the stops, the namespace, its volumes and its Secrets stay.',
      'To install it again: kubectl apply -k deploy/one-pod; kubectl apply -f deploy/optional/publish-idle.yaml',
      'Nothing was changed. Add `-- --yes` to do it.',
      '',
    ]);
    expect(state()).toEqual({ plumbline: 2, web: 2, registrations: ['plumbline'] });

    expect((await run('uninstall', '--yes')).code).toBe(0);
    expect(state()).toEqual({ web: 2, registrations: [] });
    expect(roles()).toEqual([]);
    expect([...cluster.registry.list('secrets')]).toEqual([]);
    expect([...cluster.registry.list(VPAS, 'shop')]).toHaveLength(1);
    expect((await run('uninstall', '--yes')).said).toContain('Nothing to do.');
  });

  it.each(['Failed', 'Succeeded'] as const)(
    'waits for no pod that is %s, which nobody removes',
    async (phase) => {
      await installed();
      await podOf('plumbline', phase);
      expect(await run('uninstall', '--yes')).toMatchObject({ code: 0 });
      expect(state()).toEqual({ registrations: [] });
    },
  );

  it('keeps the webhook while a pod of ours runs, whatever runs elsewhere under the same label', async () => {
    await installed();
    for (const namespace of ['plumbline', 'shop']) await podOf(namespace, 'Running');
    const between = await ApiBetween.start(cluster.server, cluster.folder);
    const registered: unknown[] = [];
    between.onAnswer = (_, asked) => {
      if (!asked.endsWith('/pods')) return false;
      registered.push(state().registrations);
      if (registered.length === 2) cluster.registry.delete('pods', 'plumbline', 'plumbline-1');
      return false;
    };
    expect(await runAs(between.kubeconfigPath, 'uninstall', '--yes')).toMatchObject({ code: 0 });
    await between.close();
    expect(registered).toEqual([['plumbline'], ['plumbline'], ['plumbline']]);
    expect(state()).toEqual({ registrations: [] });
  });

  it('leaves to Helm what Helm installed', async () => {
    await installed();
    cluster.registry.mutate<Workload>(DEPLOYMENTS, 'plumbline', 'plumbline', ({ metadata }) => {
      metadata.labels = { ...metadata.labels, 'app.kubernetes.io/managed-by': 'Helm' };
      metadata.annotations = { 'meta.helm.sh/release-name': 'autoscaler' };
    });
    const { code, said } = await run('uninstall', '--yes');
    expect(code).toBe(2);
    expect(said).toContain('helm uninstall autoscaler');
    expect(state()).toEqual({ plumbline: 2, registrations: ['plumbline'] });
  });
});

describe('an account that lacks a right', () => {
  const grant = (rules: object[]) =>
    cluster.create('clusterroles.rbac.authorization.k8s.io', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'looker' },
      rules,
    } as KubeObject);
  const READS = ['get', 'list', 'watch'];
  const limited = () => {
    const file = path.join(cluster.folder, 'limited');
    writeFileSync(file, cluster.kubeconfigOf('limited'));
    return file;
  };

  beforeEach(async () => {
    await plumbline();
    await cluster.create('clusterrolebindings.rbac.authorization.k8s.io', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'looker' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'looker' },
      subjects: [{ kind: 'User', name: 'limited', apiGroup: 'rbac.authorization.k8s.io' }],
    } as KubeObject);
  });

  it.each<Command>(['take-over', 'uninstall'])('is told so before %s looks', async (command) => {
    const { code, said } = await runAs(limited(), command, '--yes');
    expect(code).toBe(2);
    expect(said).toContain('This account lacks the right to list deployments.apps in the whole cluster.');
  });

  it('is told so before anything is changed', async () => {
    await grant([{ apiGroups: ['*'], resources: ['*'], verbs: READS }]);
    const { code, said } = await runAs(limited(), 'uninstall', '--yes');
    expect(code).toBe(2);
    expect(said).toContain('This account lacks the right to patch deployments.apps in plumbline.');
    expect(said).toContain(
      'This account lacks the right to delete leases.coordination.k8s.io in kube-system.',
    );
    expect(said).toContain('Would do: Scale the Deployment plumbline/plumbline');
    expect(said).toContain('Nothing was changed.\n');
    expect(state()).toEqual({ plumbline: 2, registrations: ['plumbline'] });
  });
});

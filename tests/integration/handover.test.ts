import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import type { KubeObject, Workload } from '@/server/kube/types';
import { ApiCluster } from '../support/api-cluster';

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

async function deployment(
  namespace: string,
  name: string,
  image: string,
  args: string[] = [],
): Promise<void> {
  const labels = { 'app.kubernetes.io/name': name };
  const template = { metadata: { labels }, spec: { containers: [{ name, image, args }] } };
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
  await deployment('plumbline', 'plumbline', 'plumbline:0.1.0');
  await registration('plumbline', 'plumbline.dev', 'plumbline-webhook', 'plumbline');
}

const bundled = new Map<string, Promise<string>>();

async function run(
  command: 'take-over' | 'hand-back',
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const entry = `server/process/handover/${command}.ts`;
  const file = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, file);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, KUBECONFIG: cluster.kubeconfig };
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
    expect(said).toContain('Would do: Scale the Deployment kube-system/vpa-updater from 2 replicas to 0');
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
    await deployment('shop', 'special', 'example.com/vpa-recommender@sha256:00', [
      '--recommender-name=special',
    ]);
    await deployment('shop', 'docs', 'example.com/vpa-recommender-docs:1');
    await registration('other', 'other.example.com', 'other', 'shop');
    const before = state();
    expect((await run('take-over', '--yes')).said).toContain('Nothing to do.');
    expect(state()).toEqual(before);
  });
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

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { KubeList, Node, Pod, Workload } from '@/server/objects/types';
import { describeWithProgram, output } from '../support/installed-program';
import { KUBECTL_PATIENCE } from '../support/patience';
import { COMMANDS } from './kubectl/commands';
import { MANIFESTS } from './kubectl/manifests';

const SPEED = 30;
const START_MS = Date.parse('2026-11-21T09:00:00Z');
const DEPLOYMENT = 'deployment/web';

/** Further kubectls to try besides the one on PATH, as a list of paths. */
const OTHER_KUBECTLS = (process.env.KUBECTLS ?? '').split(path.delimiter).filter(Boolean);

describeWithProgram('kubectl', 'kubernetes-client', 'kubectl on PATH', suite);
for (const file of OTHER_KUBECTLS) describe(`kubectl at ${file}`, () => suite(file));

function suite(file: string): void {
  const minor = minorOf(file);
  let folder: string;
  let sandbox: Sandbox;
  let manifests: string;

  const kubectl = (...args: string[]) =>
    output(file, ['--cache-dir', path.join(folder, 'cache'), '-n', 'shop', ...args], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  const json = async <T>(...args: string[]) => JSON.parse(await kubectl(...args, '-o', 'json')) as T;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubectl-'));
    manifests = path.join(folder, 'manifests');
    mkdirSync(manifests);
    for (const [name, text] of Object.entries(MANIFESTS)) writeFileSync(path.join(manifests, name), text);
    sandbox = await startSandbox({
      port: 0,
      clock: acceleratedClock(START_MS, SPEED),
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
    });
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('applies a folder, and finds nothing to change the second time', async () => {
    await kubectl('apply', '-f', path.join(manifests, 'namespace.yaml'));
    const first = await kubectl('apply', '-f', manifests);
    expect(first).toContain('deployment.apps/web created');
    expect(first).toContain('verticalpodautoscaler.autoscaling.k8s.io/web created');
    const second = await kubectl('apply', '-f', manifests);
    expect(second).toContain('deployment.apps/web unchanged');
    expect(second).toContain('verticalpodautoscaler.autoscaling.k8s.io/web unchanged');
  });

  it('waits for a rollout and for a condition', async () => {
    expect(await kubectl('rollout', 'status', DEPLOYMENT, KUBECTL_PATIENCE)).toContain(
      'successfully rolled out',
    );
    expect(await kubectl('wait', '--for=condition=Available', DEPLOYMENT, KUBECTL_PATIENCE)).toContain(
      'condition met',
    );
  });

  it('gets objects as tables, wide, as YAML and as JSON', async () => {
    expect(await kubectl('get', 'pods')).toMatch(
      /^NAME +READY +STATUS +RESTARTS +AGE\nweb-\S+ +1\/1 +Running +0 /,
    );
    expect(await kubectl('get', 'pods', '-o', 'wide')).toMatch(/IP +NODE +NOMINATED NODE +READINESS GATES\n/);
    expect(await kubectl('get', 'vpa')).toMatch(/^NAME +MODE +CPU +MEM +PROVIDED +AGE\nweb +Off /);
    expect(await kubectl('get', 'configmap', 'settings', '-o', 'yaml')).toContain('greeting: hello');
    expect((await json<KubeList<Pod>>('get', 'pods', '-l', 'app=web')).items).toHaveLength(3);
    expect(await kubectl('get', 'pods', '--field-selector', 'status.phase!=Running')).toBe('');
  });

  it('describes what it gets, with its events', async () => {
    const pods = await kubectl('describe', 'pods', '-l', 'app=web');
    expect(pods).toMatch(/Requests:\n +cpu: +100m\n +memory: +64Mi/);
    expect(pods).toContain('Scheduled');
    expect(await kubectl('describe', 'vpa', 'web')).toMatch(/Update Mode: +Off/);
    expect(await kubectl('describe', 'nodes')).toContain('Allocated resources');
  });

  it('watches changes as they come', async () => {
    const watch = spawn(file, ['-n', 'shop', 'get', 'configmaps', '-w', '-o', 'name'], {
      env: { ...process.env, KUBECONFIG: sandbox.kubeconfigPath },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('configmap/settings');
      await kubectl('label', 'configmap', 'settings', 'seen=yes');
      expect((await lines.next()).value).toBe('configmap/settings');
    } finally {
      await ended(watch);
    }
  });

  it.each([
    [
      'strategic',
      { spec: { template: { spec: { containers: [{ name: 'app', image: 'example.com/web:2' }] } } } },
    ],
    ['merge', { metadata: { annotations: { patched: 'yes' } } }],
    ['json', [{ op: 'replace', path: '/spec/replicas', value: 4 }]],
  ])('patches by a %s patch', async (type, patch) => {
    expect(await kubectl('patch', DEPLOYMENT, `--type=${type}`, '-p', JSON.stringify(patch))).toContain(
      'patched',
    );
  });

  it('leaves a deployment as all three patches together make it', async () => {
    const web = await json<Workload>('get', DEPLOYMENT);
    expect(web.spec.template?.spec.containers[0]?.image).toBe('example.com/web:2');
    expect(web.metadata.annotations?.patched).toBe('yes');
    expect(web.spec.replicas).toBe(4);
    await kubectl('rollout', 'status', DEPLOYMENT, KUBECTL_PATIENCE);
  });

  it('refuses a strategic patch of a custom resource and takes a merge patch', async () => {
    const patch = JSON.stringify({ spec: { updatePolicy: { updateMode: 'Initial' } } });
    await expect(kubectl('patch', 'vpa', 'web', '--type=strategic', '-p', patch)).rejects.toThrow();
    await kubectl('patch', 'vpa', 'web', '--type=merge', '-p', patch);
    expect(await kubectl('get', 'vpa', 'web', '-o', 'jsonpath={.spec.updatePolicy.updateMode}')).toBe(
      'Initial',
    );
  });

  it('says which field of a custom resource is wrong', async () => {
    const bad = MANIFESTS['vpa.yaml']?.replace('"Off"', 'Sometimes') ?? '';
    const target = path.join(folder, 'bad.yaml');
    writeFileSync(target, bad);
    await expect(kubectl('apply', '--validate=false', '-f', target)).rejects.toThrow(
      /spec.updatePolicy.updateMode: Unsupported value/,
    );
  });

  it('edits through an editor', async () => {
    const editor = path.join(folder, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/greeting: hello/greeting: good day/" "$1"\n', {
      mode: 0o755,
    });
    await output(file, ['-n', 'shop', 'edit', 'configmap', 'settings'], {
      KUBECONFIG: sandbox.kubeconfigPath,
      KUBE_EDITOR: editor,
    });
    expect(await kubectl('get', 'configmap', 'settings', '-o', 'jsonpath={.data.greeting}')).toBe('good day');
  });

  it('applies on the server side, and names the owner of a field in conflict', async () => {
    const applied = path.join(manifests, 'settings.yaml');
    await kubectl('apply', '--server-side', '--force-conflicts', '--field-manager=first', '-f', applied);
    const changed = path.join(folder, 'changed.yaml');
    writeFileSync(changed, (MANIFESTS['settings.yaml'] ?? '').replace('hello', 'bye'));
    await expect(kubectl('apply', '--server-side', '--field-manager=second', '-f', changed)).rejects.toThrow(
      /conflict with "first"/,
    );
    await kubectl('apply', '--server-side', '--force-conflicts', '--field-manager=second', '-f', changed);
    expect(await kubectl('get', 'configmap', 'settings', '-o', 'jsonpath={.data.greeting}')).toBe('bye');
  });

  it('labels, annotates and scales', async () => {
    await kubectl('label', DEPLOYMENT, 'tier=front');
    await kubectl('annotate', 'pods', '-l', 'app=web', 'note=x');
    await kubectl('scale', DEPLOYMENT, '--replicas=3');
    await kubectl('rollout', 'status', DEPLOYMENT, KUBECTL_PATIENCE);
    expect(await kubectl('get', DEPLOYMENT, '-o', 'jsonpath={.metadata.labels.tier}/{.spec.replicas}')).toBe(
      'front/3',
    );
  });

  it('explains custom resources from their schema', async () => {
    const explained = await kubectl('explain', 'vpa.spec.updatePolicy');
    expect(explained).toMatch(/KIND: +VerticalPodAutoscaler/);
    expect(explained).toContain('updateMode');
  });

  it('shows usage with top', async () => {
    await kubectl('wait', '--for=condition=Ready', 'pods', '-l', 'app=web', KUBECTL_PATIENCE);
    const shown = await settled(
      () => kubectl('top', 'pods'),
      (text) => /\nweb-\S+ +\d+m +\d+Mi/.test(text),
    );
    expect(shown).toMatch(/^NAME +CPU\(cores\) +MEMORY\(bytes\)/);
    expect(await kubectl('top', 'nodes')).toMatch(/node-0 +\d+m/);
  });

  it('drains a node within the disruption budget', async () => {
    const node = await kubectl('get', 'pods', '-l', 'app=web', '-o', 'jsonpath={.items[0].spec.nodeName}');
    await kubectl('drain', node, '--ignore-daemonsets', '--force', KUBECTL_PATIENCE);
    expect((await json<Node>('get', 'node', node)).spec?.unschedulable).toBe(true);
    const pods = await json<KubeList<Pod>>('get', 'pods', '-l', 'app=web');
    expect(pods.items.filter((pod) => pod.spec.nodeName === node && !pod.metadata.deletionTimestamp)).toEqual(
      [],
    );
    await kubectl('uncordon', node);
    expect((await json<Node>('get', 'node', node)).spec?.unschedulable ?? false).toBe(false);
  });

  it.each(COMMANDS.filter(([, , , sinceMinor = 0]) => !(minor < sinceMinor)))(
    'makes without a manifest: %s',
    async (make, look, expected) => {
      const words = (command: string) => command.split(' ').map((word) => word.replaceAll('\u00a0', ' '));
      await kubectl(...words(make));
      expect(await kubectl(...words(look))).toContain(expected);
    },
  );

  it('creates and deletes a namespace without a manifest', async () => {
    await kubectl('create', 'namespace', 'other');
    await kubectl('delete', 'namespace', 'other', KUBECTL_PATIENCE);
  });

  it('lists what can be asked for, and answers whether it may', async () => {
    expect(await kubectl('auth', 'can-i', 'delete', 'pods')).toContain('yes');
    expect(await kubectl('api-resources')).toMatch(/verticalpodautoscalers +vpa/);
    expect(await kubectl('get', 'events')).toContain('ScalingReplicaSet');
    expect(await kubectl('get', 'all')).toContain('deployment.apps/web');
  });

  it('deletes and waits until it is gone', async () => {
    await kubectl('delete', DEPLOYMENT, KUBECTL_PATIENCE);
    await kubectl('wait', '--for=delete', 'pods', '-l', 'app=web', KUBECTL_PATIENCE).catch(
      (error: unknown) => {
        if (!/no matching resources found/.test(String(error))) throw error;
      },
    );
    expect(await kubectl('get', 'pods', '-l', 'app=web')).toBe('');
    await kubectl('delete', 'namespace', 'shop', KUBECTL_PATIENCE);
    await expect(kubectl('get', 'namespace', 'shop')).rejects.toThrow(/not found/);
  });
}

/** 33 for kubectl v1.33; not a number for one that is not there. */
function minorOf(file: string): number {
  const { stdout } = spawnSync(file, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  return stdout ? Number.parseInt(JSON.parse(stdout).clientVersion.minor, 10) : Number.NaN;
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

/** What `look` answers once it is `enough`, or in the end. */
async function settled(look: () => Promise<string>, enough: (text: string) => boolean): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const text = await look().catch((error: unknown) => String(error));
    if (enough(text) || attempt === MAX_LOOKS) return text;
  }
}

const MAX_LOOKS = 100;

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { describeWithProgram, output } from '../support/installed-program';
import { KUBECTL_PATIENCE } from '../support/patience';
import { definitionsOf, NEWEST, OLDEST, SHIPPED, type ShippedForm } from './definitions/shipped';

const START_MS = Date.parse('2026-11-21T09:00:00Z');
const VPA = 'verticalpodautoscalers.v1.autoscaling.k8s.io';
const CHECKPOINT = 'verticalpodautoscalercheckpoints.v1.autoscaling.k8s.io';
const DEFINITIONS = ['verticalpodautoscalers', 'verticalpodautoscalercheckpoints'].map(
  (plural) => `${plural}.autoscaling.k8s.io`,
);

type Definition = KubeObject & { status?: { storedVersions?: string[] } };

describeWithProgram('kubectl', 'kubernetes-client', "our definitions over the reference's", (file) => {
  let folder: string;
  let sandbox: Sandbox;

  const kubectl = (...args: string[]) =>
    output(file, ['--cache-dir', path.join(folder, 'cache'), ...args], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  const json = async <T>(...args: string[]) => JSON.parse(await kubectl(...args, '-o', 'json')) as T;
  const stored = async () =>
    Promise.all(
      DEFINITIONS.map(async (name) => (await json<Definition>('get', 'crd', name)).status?.storedVersions),
    );

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-definitions-'));
    const crdsDir = path.join(folder, 'no-crds');
    mkdirSync(crdsDir);
    const clock = acceleratedClock(START_MS, 1);
    const options = { port: 0, clock, log: silentLogger, scenario: 'empty', seed: 1, dataDir: folder };
    sandbox = await startSandbox({ ...options, crdsDir });
  });

  afterEach(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function apply(...objects: object[]): Promise<string> {
    const manifest = path.join(folder, 'manifest.yaml');
    writeFileSync(manifest, objects.map((object) => stringify(object)).join('---\n'));
    return kubectl('apply', '-f', manifest);
  }

  async function install(form: ShippedForm): Promise<void> {
    await apply(...definitionsOf(form));
    await kubectl(
      'wait',
      '--for=condition=Established',
      KUBECTL_PATIENCE,
      ...DEFINITIONS.map((name) => `crd/${name}`),
    );
  }

  /** A VPA and a checkpoint of it, written in the version that `form` stores. */
  async function writeObjects({ versions }: ShippedForm): Promise<void> {
    const version = versions.find(({ storage }) => storage)?.name;
    const metadata = { name: 'web', namespace: 'default' };
    const apiVersion = `autoscaling.k8s.io/${version}`;
    const targetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const checkpoint = { vpaObjectName: 'web', containerName: 'app' };
    await apply(
      { apiVersion, kind: 'VerticalPodAutoscaler', metadata, spec: { targetRef } },
      {
        apiVersion,
        kind: 'VerticalPodAutoscalerCheckpoint',
        metadata,
        spec: checkpoint,
        status: { version: 'v3', totalSamplesCount: 7 },
      },
    );
  }

  async function expectOurs(): Promise<void> {
    await kubectl('apply', '-f', 'deploy/crds/');
    const vpa = await json<VerticalPodAutoscaler>('get', VPA, 'web');
    expect(vpa).toMatchObject({
      apiVersion: 'autoscaling.k8s.io/v1',
      spec: { targetRef: { name: 'web' } },
    });
    const patch = JSON.stringify({ status: { observedGeneration: 1 } });
    await kubectl('patch', VPA, 'web', '--subresource=status', '--type=merge', '-p', patch);
    const written = await json<VerticalPodAutoscaler>('get', VPA, 'web');
    expect(written.status).toEqual({ observedGeneration: 1 });
    const checkpoint = await json<VerticalPodAutoscalerCheckpoint>('get', CHECKPOINT, 'web');
    expect(checkpoint).toMatchObject({
      apiVersion: 'autoscaling.k8s.io/v1',
      status: { version: 'v3', totalSamplesCount: 7 },
    });
    expect(await kubectl('diff', '-f', 'deploy/crds/')).toBe('');
  }

  it.each(SHIPPED)('replace: $title', async (form) => {
    await install(form);
    await writeObjects(form);
    const before = form.versions.find(({ storage }) => storage)?.name ?? '';
    await expectOurs();
    expect(await stored()).toEqual([[...new Set([before, 'v1'])], [...new Set([before, 'v1'])]]);
  });

  it('replace the newest after a cluster went through all of them', async () => {
    for (const [index, form] of SHIPPED.entries()) {
      await install(form);
      if (index === 0) await writeObjects(form);
    }
    await expectOurs();
    expect(await stored()).toEqual([
      ['v1beta2', 'v1'],
      ['v1beta2', 'v1'],
    ]);
  });

  it('can be replaced by the newest', async () => {
    await kubectl('apply', '-f', 'deploy/crds/');
    await writeObjects(NEWEST);
    await install(NEWEST);
    expect((await json<VerticalPodAutoscaler>('get', VPA, 'web')).spec.targetRef?.name).toBe('web');
  });

  it('are refused, like any, if they drop a version in which objects may be stored', async () => {
    await install(OLDEST);
    const only = {
      title: 'v1 alone',
      versions: [{ name: 'v1', served: true, storage: true, schema: true }],
    };
    await expect(apply(...definitionsOf(only))).rejects.toThrow(
      'status.storedVersions[0]: Invalid value: "v1beta2": must appear in spec.versions',
    );
    expect(await stored()).toEqual([['v1beta2'], ['v1beta2']]);
  });

  it("show the reference's columns", async () => {
    await kubectl('apply', '-f', 'deploy/crds/');
    await writeObjects(NEWEST);
    const heads = async (...args: string[]) =>
      (await kubectl('get', 'vpa', ...args)).split('\n')[0]?.split(/\s+/);
    expect(await heads()).toEqual(['NAME', 'MODE', 'CPU', 'MEM', 'PROVIDED', 'AGE']);
    expect(await heads('-o', 'wide')).toEqual([
      'NAME',
      'MODE',
      'CPU',
      'MEM',
      'PROVIDED',
      'AGE',
      'MINREPLICAS',
      'OOMSECONDS',
    ]);
  });
});

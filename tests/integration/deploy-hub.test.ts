import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { readConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';
import { describeWithProgram, output } from '../support/installed-program';

const FOLDER = 'deploy/hub';

interface HubContainer {
  command: string[];
  env: { name: string; value?: string }[];
  ports: { name: string; containerPort: number }[];
}

interface HubDeployment extends KubeObject {
  spec: {
    template: {
      spec: { serviceAccountName: string; automountServiceAccountToken: boolean; containers: [HubContainer] };
    };
  };
}

const manifests = parseAllDocuments(readFileSync(path.join(FOLDER, 'plumbline-hub.yaml'), 'utf8')).map(
  (one) => one.toJS() as KubeObject,
);
const { serviceAccountName, automountServiceAccountToken, containers } = (
  manifests.find(({ kind }) => kind === 'Deployment') as HubDeployment
).spec.template.spec;
const [{ command, env, ports }] = containers;
const environment = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));

describe('the manifests of a hub', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('set what it understands, and start it as `npm run hub` does', () => {
    const file = path.join(folder, 'clusters.yaml');
    writeFileSync(
      file,
      'clusters: [{ name: eu-1, url: "https://eu-1.example.com", signOn: { kind: token, reviews: true } }]',
    );
    const config = readConfig({ ...environment, PLUMBLINE_CLUSTERS: file });
    expect(config.hubAlone).toBe(true);
    expect(ports).toEqual([
      { name: 'dashboard', containerPort: config.port },
      { name: 'metrics', containerPort: config.metricsPort },
    ]);
    expect(environment).toMatchObject(MEMORY_ENVIRONMENT);
    expect(command).toEqual(['node', ...MEMORY_FLAGS, 'bin/entry.mjs', DASHBOARD]);
  });

  it('give its pods an account without rights, and no token', () => {
    expect(automountServiceAccountToken).toBe(false);
    expect(manifests.map(({ kind }) => kind).filter((kind) => kind.includes('Role'))).toEqual([]);
    expect(manifests).toContainEqual(
      expect.objectContaining({
        kind: 'ServiceAccount',
        metadata: expect.objectContaining({ name: serviceAccountName }),
        automountServiceAccountToken: false,
      }),
    );
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'a hub applied to a cluster', (kubectlFile) => {
  let folder: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
    sandbox = await startSandbox({
      port: 0,
      clock: wallClock,
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
      scalesHorizontally: false,
    });
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is taken by the API server, and stays as it is when it is applied again', async () => {
    const apply = () =>
      output(
        kubectlFile,
        ['--cache-dir', path.join(folder, 'cache'), 'apply', '--server-side', '-k', FOLDER],
        { KUBECONFIG: sandbox.kubeconfigPath },
      );
    const said = await apply();
    for (const { kind, metadata } of manifests)
      expect(said).toMatch(
        new RegExp(`^${kind.toLowerCase()}(\\.\\S+)?/${metadata.name} serverside-applied$`, 'm'),
      );
    // Its version changes with its status, as its pods start.
    const generation = () =>
      sandbox.registry.get('deployments.apps', 'plumbline', 'plumbline-hub')?.metadata.generation;
    expect(generation()).toBe(1);
    await apply();
    expect(generation()).toBe(1);
  });
});

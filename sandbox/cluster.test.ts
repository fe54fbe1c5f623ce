import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Node, Pod } from '@/server/objects/types';
import { PATIENCE } from '@/tests/support/patience';

const HOUR_MS = 3_600_000;

type Versioned = Node & { status?: { nodeInfo?: { kubeletVersion?: string } } };

describe('the embedded cluster', () => {
  let clock: ManualClock;
  let folder: string;
  let sandbox: Sandbox;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-sandbox-'));
    clock = new ManualClock(Date.parse('2026-03-02T09:00:00Z'));
    const options = { port: 0, clock, log: silentLogger, seed: 1, dataDir: folder };
    sandbox = await startSandbox({ ...options, scenario: 'small-shop' });
  });
  afterEach(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  /** The answer to a client of its administrator. */
  async function get<T>(at: string): Promise<T> {
    const client = KubeClient.connect(loadAccess({ kubeconfig: sandbox.kubeconfigPath }));
    try {
      return await client.request<T>('GET', at);
    } finally {
      await client.close();
    }
  }

  const revision = () => (sandbox.registry as ObjectRegistry).storage.revision;

  it('has one version, for server and nodes', async () => {
    const { gitVersion } = await get<{ gitVersion: string }>('/version');
    const nodes = await get<KubeList<Versioned>>(pathOf(API_RESOURCES.nodes));
    expect(new Set(nodes.items.map(({ status }) => status?.nodeInfo?.kubeletVersion))).toEqual(
      new Set([gitVersion]),
    );
  });

  it('changes by itself until it rests; then it only answers', async () => {
    await vi.waitFor(() => expect(sandbox.registry.count('pods')).toBeGreaterThan(0), PATIENCE);
    const atStart = revision();
    await clock.advance(HOUR_MS);
    expect(revision()).toBeGreaterThan(atStart);

    sandbox.rest();
    const atRest = revision();
    await clock.advance(HOUR_MS);
    expect(revision()).toBe(atRest);
    const pods = await get<KubeList<Pod>>(pathOf(API_RESOURCES.pods));
    expect(pods.items).toHaveLength(sandbox.registry.count('pods'));
  });
});

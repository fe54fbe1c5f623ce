import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../config';
import { silentLogger } from '../lib/report/log';
import { compose } from './compose';

let folder: string;
let clusters: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-lone-hub-'));
  clusters = path.join(folder, 'clusters.yaml');
  writeFileSync(clusters, 'clusters: [{ name: a, url: "https://a.example.com", signOn: { kind: token } }]');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (more: object) => ({
  ...defaultConfig(),
  dataDir: folder,
  hubAlone: true,
  clusters,
  auth: 'proxy' as const,
  identityHeader: 'x-user',
  proxySecret: 'shared',
  ...more,
});

describe('a hub without a cluster of its own', () => {
  it('is ready, runs no role and says that it has no cluster', async () => {
    const hub = await compose(settings({}), { log: silentLogger });
    try {
      expect(hub.readiness()).toEqual({ ready: true });
      expect(hub.status()).toMatchObject({ roles: [], cluster: { kind: 'none' }, problems: [] });
    } finally {
      await hub.stop();
    }
  });

  it.each([
    [{ clusters: '' }, 'needs PLUMBLINE_CLUSTERS'],
    [{ sandbox: true }, 'exclude each other'],
    [{ auth: 'token' }, 'needs a cluster that says whose token one is'],
    [{ auth: 'auto' }, 'a header that anybody may send'],
    [{ auth: 'none' }, 'who must sign in'],
  ])('does not start with %o', async (more, why) => {
    await expect(compose(settings(more), { log: silentLogger })).rejects.toThrow(why);
  });
});

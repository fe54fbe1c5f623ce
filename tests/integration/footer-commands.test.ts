import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandAt } from '@/components/shell/footer-words';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { EVERY_PAGE } from '../support/every-page';
import { describeWithProgram, output } from '../support/installed-program';

const PATHS = [...new Set(EVERY_PAGE.map((href) => href.replace(/\?.*/, '')))].filter(commandAt);

describeWithProgram('kubectl', 'kubernetes-client', 'the command below a page', (file) => {
  let folder: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'footer-'));
    sandbox = await startSandbox({
      port: 0,
      clock: wallClock,
      log: silentLogger,
      scenario: 'small-shop',
      seed: 1,
      dataDir: folder,
    });
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is there for what is in the cluster', () => {
    expect(PATHS).toEqual(
      expect.arrayContaining(['/', '/workloads', '/workloads/shop/storefront', '/rules']),
    );
  });

  it.each(PATHS)('%s is one that kubectl runs', async (at) => {
    const words = commandAt(at)?.split(' ') ?? [];
    await output(file, ['--cache-dir', path.join(folder, 'cache'), ...words], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  });
});

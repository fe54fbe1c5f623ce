/** A small embedded cluster that lives in real time. Sends its parent the path of its kubeconfig, and ends with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
const sandbox = await startSandbox({
  port: 0,
  clock: wallClock,
  log: silentLogger,
  scenario: 'small-shop',
  seed: 1,
  dataDir,
});
await sandbox.registry.create('namespaces', {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'quiet' },
});
process.on('disconnect', () => {
  void sandbox.close().then(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
process.send?.(sandbox.kubeconfigPath);

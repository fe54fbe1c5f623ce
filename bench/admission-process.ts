import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { scripts } from '@/package.json';
import { wallClock } from '@/server/lib/time/clock';
import { freePort } from '@/tests/support/free-port';

const run = promisify(execFile);

function kubeconfigFor(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'bench',
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
    clusters: [{ name: 'bench', cluster: { server } }],
    users: [{ name: 'bench', user: {} }],
  });
}

/** The headless process with only the admission role, as in production. */
export class AdmissionProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly folder: string,
  ) {}

  /** Starts it on the API server at `server`; resolves at once. */
  static async start(server: string): Promise<AdmissionProcess> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, kubeconfigFor(server));
    const port = await freePort();
    const [, ...args] = scripts.headless.split(' ');
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PLUMBLINE_ROLES: 'admission',
        PLUMBLINE_KUBECONFIG: kubeconfig,
        PLUMBLINE_PORT: String(await freePort()),
        PLUMBLINE_ADMISSION_PORT: String(port),
        PLUMBLINE_DATA_DIR: folder,
        PLUMBLINE_LOG_LEVEL: 'error',
      },
    });
    return new AdmissionProcess(child, port, folder);
  }

  /** Calls `attempt` until it returns true. @throws Error if the process ends first */
  async until(attempt: () => Promise<boolean>): Promise<void> {
    while (!(await attempt().catch(() => false))) {
      if (this.child.exitCode !== null) throw new Error(`the process ended with ${this.child.exitCode}`);
      await wallClock.sleep(100);
    }
  }

  /** Resident memory, in megabytes. */
  async residentMegabytes(): Promise<number> {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(this.child.pid)]);
    return (Number(stdout) * 1024) / 1e6;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

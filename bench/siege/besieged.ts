import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { scripts } from '@/package.json';
import {
  type MutatingWebhookConfiguration,
  registeredPath,
} from '@/server/admission/serving/webhook-configuration';
import { wallClock } from '@/server/clock';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { unlessMissing } from '@/server/kube/errors';
import { API_RESOURCES, pathOf } from '@/server/kube/resources';
import { freePort } from '@/tests/support/free-port';

const MIB = 1024 * 1024;
const ASK_EVERY_MS = 100;
const PASS_EVERY_MS = 5_000;
const TICKS_A_SECOND = 100;
/** As many as an API server needs while everything else in the cluster asks it too. */
const UNLIMITED = { qps: 1_000, burst: 1_000 };

/** What the manifests run, and in how much memory. */
export const VICTIMS = [
  { name: 'admission', roles: 'admission', hasPages: false, limitBytes: 384 * MIB },
  { name: 'one-pod', roles: '', hasPages: true, limitBytes: 1024 * MIB },
] as const;

export type Victim = (typeof VICTIMS)[number];

/** Node allows half of a container's memory for the heap. */
const heapFlag = ({ limitBytes }: Victim) => `--max-old-space-size=${limitBytes / MIB / 2}`;

function argumentsOf(victim: Victim, port: number): string[] {
  const [, ...headless] = scripts.headless.split(' ');
  if (!victim.hasPages) return [heapFlag(victim), ...headless];
  if (!existsSync('.next/BUILD_ID')) throw new Error('The pages are not built: run `npm run build` once.');
  const next = ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'];
  return [...MEMORY_FLAGS, heapFlag(victim), ...next];
}

/** A process of the manifests, as whom it serves sees it. */
export class Besieged {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly client: KubeClient,
    private readonly token: string,
    readonly webhookPort: number,
    readonly port: number,
  ) {}

  /** Resolves once it is ready. @throws Error if it ends before */
  static async start(victim: Victim, kubeconfig: string): Promise<Besieged> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const [port, webhookPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, argumentsOf(victim, port), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...MEMORY_ENVIRONMENT,
        ...(victim.hasPages && { NODE_ENV: 'production', NEXT_MANUAL_SIG_HANDLE: 'true' }),
        ...(victim.roles && { PLUMBLINE_ROLES: victim.roles }),
        PLUMBLINE_AUTH: 'token',
        PLUMBLINE_KUBECONFIG: kubeconfig,
        PLUMBLINE_PORT: String(port),
        PLUMBLINE_ADMISSION_PORT: String(webhookPort),
        PLUMBLINE_RECOMMENDER_INTERVAL: `${PASS_EVERY_MS}ms`,
        PLUMBLINE_DATA_DIR: folder,
        PLUMBLINE_LOG_LEVEL: 'silent',
      },
    });
    const access = loadAccess({ kubeconfig });
    const { headers } = await access.credentials();
    const token = headers.authorization ?? '';
    const besieged = new Besieged(
      child,
      folder,
      KubeClient.connect(access, UNLIMITED),
      token,
      webhookPort,
      port,
    );
    while (!(await besieged.isReady())) {
      if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
      await wallClock.sleep(ASK_EVERY_MS);
    }
    return besieged;
  }

  /** Passes of the recommender that are due in a time. */
  static passesIn(ms: number): number {
    return ms / PASS_EVERY_MS;
  }

  /** Passes of the recommender so far. */
  async passes(): Promise<number> {
    const metrics = await this.textOf('/metrics');
    return Number(
      /^vpa_recommender_execution_latency_seconds_count\{step="total"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
    );
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    await this.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The path of reviews, if the webhook that is registered is this one. */
  async path(): Promise<string> {
    const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, 'plumbline');
    const found = await unlessMissing(this.client.request<MutatingWebhookConfiguration>('GET', path));
    const [webhook] = found?.webhooks ?? [];
    return webhook?.clientConfig.url?.includes(`:${this.webhookPort}/`) ? registeredPath(webhook) : '';
  }

  /** The body of a page, on a connection of its own, for somebody who is signed in. @throws Error unless it answers 200 */
  textOf(page: string): Promise<string> {
    const { port, token } = this;
    return new Promise((resolve, reject) => {
      const asked = get(
        { host: '127.0.0.1', port, path: page, agent: false, headers: { authorization: token } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('error', reject);
          response.on('end', () =>
            response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
          );
        },
      );
      asked.on('error', reject);
    });
  }

  /** @throws Error if the process ended */
  rssBytes(): number {
    const status = this.procFile('status');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  }

  /** CPU time that it has used. @throws Error if the process ended */
  cpuMs(): number {
    const fields = this.procFile('stat').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
  }

  private procFile(name: string): string {
    const { exitCode, signalCode, pid } = this.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the process ended with ${exitCode ?? signalCode}`);
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  }

  private async isReady(): Promise<boolean> {
    const isUp = await this.textOf('/readyz')
      .catch(() => this.textOf('/api/ready'))
      .then(
        () => true,
        () => false,
      );
    return isUp && (await this.path()).length > 20;
  }
}

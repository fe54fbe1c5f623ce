import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '@/bin/build.mjs';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';
import { scripts } from '@/package.json';
import {
  type MutatingWebhookConfiguration,
  registeredPath,
} from '@/server/admission/serving/webhook-configuration';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { unlessMissing } from '@/server/kube/errors';
import { wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { freePort } from '@/tests/support/free-port';
import { cpuMsOf, mappedAgainBytes, mustRun, rssOf } from '../process-use';
import { admits, heapFlag, type PodProcess, type PodShape } from './shapes';

const ASK_EVERY_MS = 100;
const PASS_EVERY_MS = 5_000;
/** As many as an API server needs while everything else in the cluster asks it too. */
const UNLIMITED = { qps: 1_000, burst: 1_000 };

const HEADLESS = 'server/host/headless.ts';

const flagsOf = ({ hasPages }: PodProcess): readonly string[] =>
  hasPages ? MEMORY_FLAGS : scripts.headless.split(' ').filter((word) => word.startsWith('--'));

/** The files that its processes run, made unless they are there: an image has them already, so no start should wait. */
export const bundled = ({ processes }: PodShape): Promise<string[]> =>
  Promise.all(processes.map(({ hasPages }) => bundle(hasPages ? DASHBOARD : HEADLESS)));

/** Nothing that is set for whoever runs the bench. */
const unsetEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PLUMBLINE_')),
  ) as NodeJS.ProcessEnv;

/** A running process, and the port where it says how it is. */
interface Running {
  readonly process: PodProcess;
  readonly child: ChildProcess;
  readonly port: number;
}

/** Processes of the manifests, as whom they serve sees them. */
export class RunningPod {
  private constructor(
    private readonly running: readonly Running[],
    private readonly folder: string,
    readonly client: KubeClient,
    private readonly token: string,
    readonly webhookPort: number,
  ) {}

  /** Resolves once all are ready. @throws Error if one ends before */
  static async start(shape: PodShape, kubeconfig: string, passEveryMs = PASS_EVERY_MS): Promise<RunningPod> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const webhookPort = await freePort();
    const ports = await Promise.all(shape.processes.map(() => freePort()));
    const besidePort = ports[shape.processes.findIndex(({ roles }) => roles === 'admission')];
    const files = await bundled(shape);
    const running = shape.processes.map((one, index): Running => {
      const port = ports[index] ?? 0;
      const child = spawn(process.execPath, [...flagsOf(one), heapFlag(one), files[index] ?? ''], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...unsetEnvironment(),
          ...MEMORY_ENVIRONMENT,
          ...(one.hasPages && { NODE_ENV: 'production' }),
          ...(one.roles && { PLUMBLINE_ROLES: one.roles }),
          ...(!admits(one) && { PLUMBLINE_BESIDE_PORT: String(besidePort) }),
          ...(admits(one) && { PLUMBLINE_ADMISSION_PORT: String(webhookPort) }),
          PLUMBLINE_AUTH: 'token',
          PLUMBLINE_KUBECONFIG: kubeconfig,
          PLUMBLINE_PORT: String(port),
          PLUMBLINE_RECOMMENDER_INTERVAL: `${passEveryMs}ms`,
          PLUMBLINE_DATA_DIR: path.join(folder, one.name),
          PLUMBLINE_LOG_LEVEL: 'silent',
        },
      });
      return { process: one, child, port };
    });
    const access = loadAccess({ kubeconfig });
    const { headers } = await access.credentials();
    const token = String(headers.authorization ?? '');
    const pod = new RunningPod(running, folder, KubeClient.connect(access, UNLIMITED), token, webhookPort);
    while (!(await pod.areReady())) {
      pod.mustRun();
      await wallClock.sleep(ASK_EVERY_MS);
    }
    return pod;
  }

  /** The port of the dashboard, or of the one process that there is. */
  get port(): number {
    return (this.running.find(({ process }) => process.hasPages) ?? this.running[0])?.port ?? 0;
  }

  /** Passes of the recommender that are due in a time. */
  static passesIn(ms: number): number {
    return ms / PASS_EVERY_MS;
  }

  /** Passes of the recommender so far. */
  async passes(): Promise<number> {
    return passesIn(await this.textOf('/metrics')).count;
  }

  async stop(): Promise<void> {
    for (const { child } of this.running) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
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
  textOf(page: string, port = this.port): Promise<string> {
    const { token } = this;
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

  /** By process. @throws Error if one ended */
  rssBytes(): Readonly<Record<string, number>> {
    this.mustRun();
    return Object.fromEntries(this.running.map(({ process, child }) => [process.name, rssOf(child)]));
  }

  /** What the sum of `rssBytes` has more than once. @throws Error if one ended */
  mappedAgainBytes(): number {
    this.mustRun();
    return mappedAgainBytes(this.running.map(({ child }) => child));
  }

  /** CPU time that they have used together. @throws Error if one ended */
  cpuMs(): number {
    this.mustRun();
    return this.running.reduce((sum, { child }) => sum + cpuMsOf(child), 0);
  }

  private mustRun(): void {
    for (const { process, child } of this.running) mustRun(process.name, child);
  }

  private async areReady(): Promise<boolean> {
    for (const { process, port } of this.running) {
      const isUp = await this.textOf(process.hasPages ? '/api/ready' : '/readyz', port).then(
        () => true,
        () => false,
      );
      if (!isUp) return false;
    }
    return (await this.path()).length > 20;
  }
}

/** How many passes of a recommender its metrics tell of, and how long they took in all. */
export function passesIn(metrics: string): { readonly count: number; readonly seconds: number } {
  const total = (what: string) =>
    Number(
      new RegExp(
        `^vpa_recommender_execution_latency_seconds_${what}\\{[^}]*step="total"[^}]*\\} (\\S+)$`,
        'm',
      ).exec(metrics)?.[1] ?? 0,
    );
  return { count: total('count'), seconds: total('sum') };
}

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { MEMORY_ENVIRONMENT } from '@/bin/memory-flags.mjs';
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
import { postOf, ReviewConnection } from './admission-client';
import { type Bench, type BenchOptions, type Figure, quantile } from './bench';

const MIB = 1024 * 1024;
const REVIEW_EVERY_MS = 25;
const ASK_EVERY_MS = 100;
const LOOK_EVERY_MS = 250;
const IDLE_MS = 10_000;
const PASS_EVERY_MS = 5_000;
const SHORT_MS = 30_000;

/** What the manifests run, and in how much memory. */
const VICTIMS = [
  { name: 'admission', roles: 'admission', limitBytes: 384 * MIB },
  { name: 'one-pod', roles: '', limitBytes: 1024 * MIB },
] as const;

type Victim = (typeof VICTIMS)[number];

/** What was seen of a process for a while. */
interface Seen {
  readonly rssBytes: number[];
  readonly reviewMs: number[];
  readonly pageMs: number[];
  /** Requests of our own that had no answer. */
  lost: number;
}

class Besieged {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly client: KubeClient,
    readonly webhookPort: number,
    readonly port: number,
  ) {}

  static async start(victim: Victim, kubeconfig: string): Promise<Besieged> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const [port, webhookPort] = [await freePort(), await freePort()];
    const [, ...args] = scripts.headless.split(' ');
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...MEMORY_ENVIRONMENT,
        ...(victim.roles && { PLUMBLINE_ROLES: victim.roles }),
        PLUMBLINE_KUBECONFIG: kubeconfig,
        PLUMBLINE_PORT: String(port),
        PLUMBLINE_ADMISSION_PORT: String(webhookPort),
        PLUMBLINE_RECOMMENDER_INTERVAL: `${PASS_EVERY_MS}ms`,
        PLUMBLINE_DATA_DIR: folder,
        PLUMBLINE_LOG_LEVEL: 'silent',
      },
    });
    const client = KubeClient.connect(loadAccess({ kubeconfig }));
    const besieged = new Besieged(child, folder, client, webhookPort, port);
    while (!(await besieged.isReady())) {
      if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
      await wallClock.sleep(ASK_EVERY_MS);
    }
    return besieged;
  }

  /** Looks, reviews and asks for pages for `ms`. @throws Error if the process ends */
  async watch(ms: number): Promise<Seen> {
    const seen: Seen = { rssBytes: [], reviewMs: [], pageMs: [], lost: 0 };
    const review = postOf(reviewOf('quiet'), await this.path());
    const endMs = performance.now() + ms;
    const until = async (everyMs: number, step: () => Promise<void> | void) => {
      while (performance.now() < endMs) {
        await step();
        await wallClock.sleep(everyMs);
      }
    };
    let connection = await ReviewConnection.open(this.webhookPort);
    let posts = 0;
    await Promise.all([
      until(LOOK_EVERY_MS, () => {
        seen.rssBytes.push(this.rssBytes());
      }),
      until(REVIEW_EVERY_MS, async () => {
        const startedAt = performance.now();
        try {
          // API servers keep connections, and open more when they are busy.
          if (posts++ % 20 === 0) {
            connection.close();
            connection = await ReviewConnection.open(this.webhookPort);
          }
          await connection.post(review);
          seen.reviewMs.push(performance.now() - startedAt);
        } catch {
          seen.lost++;
          connection = await ReviewConnection.open(this.webhookPort).catch(() => connection);
        }
      }),
      until(ASK_EVERY_MS, async () => {
        const startedAt = performance.now();
        if (await this.answers('/readyz')) seen.pageMs.push(performance.now() - startedAt);
        else seen.lost++;
      }),
    ]);
    connection.close();
    return seen;
  }

  /** Passes of the recommender so far. */
  async passes(): Promise<number> {
    const metrics = await textOf(this.port, '/metrics');
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

  private async isReady(): Promise<boolean> {
    return (await this.answers('/readyz')) && (await this.path()).length > 20;
  }

  /** The path of reviews, if the webhook that is registered is this one. */
  private async path(): Promise<string> {
    const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, 'plumbline');
    const found = await unlessMissing(this.client.request<MutatingWebhookConfiguration>('GET', path));
    const [webhook] = found?.webhooks ?? [];
    return webhook?.clientConfig.url?.includes(`:${this.webhookPort}/`) ? registeredPath(webhook) : '';
  }

  private async answers(path: string): Promise<boolean> {
    return textOf(this.port, path).then(
      () => true,
      () => false,
    );
  }

  private rssBytes(): number {
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      throw new Error(`the process ended with ${this.child.exitCode ?? this.child.signalCode}`);
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  }
}

/** The body of a page, on a connection of its own. @throws Error unless it answers 200 */
function textOf(port: number, page: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path: page, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    asked.on('error', reject);
  });
}

function reviewOf(namespace: string) {
  return {
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: 'da3e3287-dbde-4948-b60c-000000000000',
      resource: { group: '', version: 'v1', resource: 'pods' },
      namespace,
      operation: 'CREATE',
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { generateName: 'web-', namespace },
        spec: { containers: [{ name: 'app', image: 'app:1' }] },
      },
    },
  };
}

function crowdAround(besieged: Besieged, kubeconfig: string, phase: string): ChildProcess {
  const ports = [String(besieged.webhookPort), String(besieged.port)];
  const args = ['bench/siege-crowd-child.ts', phase, ...ports, kubeconfig];
  return fork('bin/run.mjs', args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function endOf(child: ChildProcess): Promise<void> {
  child.disconnect();
  if (child.exitCode === null) await once(child, 'exit');
}

function figuresOf(name: string, seen: Seen, idleBytes: number, limitBytes: number): Figure[] {
  const most = Math.max(...seen.rssBytes);
  const limitMb = (limitBytes * 0.8) / 1e6;
  return [
    {
      name: `${name}-rss`,
      value: most / 1e6,
      unit: 'MB',
      reach: `≤ ${limitMb.toFixed(0)}, the limit less 20 %`,
    },
    {
      name: `${name}-rss-growth`,
      value: most / idleBytes,
      unit: 'of idle',
      reach: '≤ 1.3 under connections',
    },
    { name: `${name}-review-p99`, value: quantile(seen.reviewMs, 0.99), unit: 'ms', reach: '≤ 100' },
    { name: `${name}-page-p99`, value: quantile(seen.pageMs, 0.99), unit: 'ms', reach: '≤ 100' },
    { name: `${name}-lost`, value: seen.lost, unit: 'requests', reach: '0' },
  ];
}

async function siegeOf(victim: Victim, kubeconfig: string, ms: number): Promise<Figure[]> {
  const besieged = await Besieged.start(victim, kubeconfig);
  await besieged.watch(IDLE_MS);
  const idle = await besieged.watch(IDLE_MS);
  const idleBytes = Math.max(...idle.rssBytes);
  const name = `siege-${victim.name}`;
  const figures = figuresOf(`${name}-idle`, idle, idleBytes, victim.limitBytes);
  for (const phase of ['connections', 'everything']) {
    const crowd = crowdAround(besieged, kubeconfig, phase);
    const before = await besieged.passes();
    const seen = await besieged.watch(ms / 2);
    const passes = (await besieged.passes()) - before;
    figures.push(...figuresOf(`${name}-${phase}`, seen, idleBytes, victim.limitBytes));
    if (!victim.roles)
      figures.push({
        name: `${name}-${phase}-passes`,
        value: passes / (ms / 2 / PASS_EVERY_MS),
        unit: 'of due',
        reach: '≥ 0.8',
      });
    await endOf(crowd);
  }
  await besieged.stop();
  return figures;
}

/**
 * The processes of the manifests while strangers hold a thousand connections with half a body each at both ports, forge
 * reviews, and a tenant crowds the cluster with huge objects and kinds that are nowhere. Half a minute each, or as many
 * minutes as `--minutes` says.
 */
export const siegeBench: Bench = {
  name: 'siege',
  isLong: true,
  async run({ minutes }: BenchOptions = {}): Promise<Figure[]> {
    const ms = minutes === undefined ? SHORT_MS : Number(minutes) * 60_000;
    const figures: Figure[] = [];
    for (const victim of VICTIMS) {
      const cluster = fork('bin/run.mjs', ['bench/siege-cluster-child.ts'], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [kubeconfig] = (await once(cluster, 'message')) as [string];
      figures.push(...(await siegeOf(victim, kubeconfig, ms)));
      await endOf(cluster);
    }
    return figures;
  },
};

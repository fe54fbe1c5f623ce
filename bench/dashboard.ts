import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { wallClock } from '@/server/lib/time/clock';
import { spawnDashboard } from '@/tests/support/dashboard';
import type { ScaleCluster } from './scale-cluster';

const LOOK_MS = 250;
const SAME_LOOKS = 8;
const HOUR = '1h';

/** What the process says of its event loop; GC is in `longestMs` only. */
export interface Probed {
  longestMs: number;
  ownMs: number;
  cpuMs: number;
}

/** The longest stalls and the CPU time since the last call, of a process with the probe. */
export async function probe(child: ChildProcess): Promise<Probed> {
  child.send({});
  const [probed] = (await once(child, 'message')) as [Probed];
  return probed;
}

export const PROBE_OPTIONS = `--import=${pathToFileURL(path.resolve('bench/loop-probe.mjs'))}`;

/** When the last pass of a dashboard's recommender was, as it tells it; undefined before the first. */
export async function lastPassOf(url: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/status`);
  return JSON.stringify(((await answer.json()) as { lastPass?: object }).lastPass);
}

/** Whether a dashboard had its first pass and its first plan; one that does not answer had none. */
export async function hasPlanned(url: string): Promise<boolean> {
  try {
    const pass = await lastPassOf(url);
    const answer = await fetch(`${url}/api/plan`);
    const { updater } = (await answer.json()) as { updater?: { kind: string } };
    return pass !== undefined && updater?.kind === 'running';
  } catch {
    return false;
  }
}

/** The built dashboard in a separate process, its passes and the storing of history an hour apart, so that only pages stall it. */
export class Dashboard {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Measures a dashboard of a cluster, in a folder of its own; all three are gone afterwards. */
  static async of<T>(cluster: ScaleCluster, measure: (dashboard: Dashboard) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const kubeconfig = path.join(folder, 'kubeconfig');
    let dashboard: Dashboard | undefined;
    try {
      writeFileSync(kubeconfig, cluster.kubeconfig());
      dashboard = await Dashboard.start(kubeconfig, folder);
      return await measure(dashboard);
    } finally {
      await dashboard?.stop();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private static async start(kubeconfig: string, dataDir: string): Promise<Dashboard> {
    const settings = {
      NODE_OPTIONS: PROBE_OPTIONS,
      PLUMBLINE_KUBECONFIG: kubeconfig,
      PLUMBLINE_ROLES: 'recommender,updater',
      PLUMBLINE_PRICES: 'currency=USD cpu=0.03 memory=0.004',
      PLUMBLINE_RECOMMENDER_INTERVAL: HOUR,
      PLUMBLINE_UPDATER_INTERVAL: HOUR,
      PLUMBLINE_HISTORY_BEAT: HOUR,
      PLUMBLINE_KUBE_API_QPS: '100000',
      PLUMBLINE_KUBE_API_BURST: '100000',
    };
    const { url, child } = await spawnDashboard(dataDir, settings, ['ignore', 'ignore', 'ignore', 'ipc']);
    const dashboard = new Dashboard(url, child);
    await dashboard.settled();
    return dashboard;
  }

  /** Waits for the first pass of the recommender and of the updater. */
  private async settled(): Promise<void> {
    while (!(await hasPlanned(this.url))) {
      if (this.child.exitCode !== null) throw new Error(`the dashboard ended with ${this.child.exitCode}`);
      await wallClock.sleep(LOOK_MS);
    }
  }

  /** Waits until what the first pass wrote has come back. */
  async quiet(): Promise<void> {
    let former = '';
    for (let same = 0; same < SAME_LOOKS; ) {
      const etag = await this.etag();
      same = etag === former ? same + 1 : 0;
      former = etag;
      await wallClock.sleep(LOOK_MS);
    }
  }

  private async etag(): Promise<string> {
    const answer = await fetch(`${this.url}/api/workloads`);
    await answer.arrayBuffer();
    return answer.headers.get('etag') ?? '';
  }

  /** The longest stalls and the CPU time since the last call. */
  async probe(): Promise<Probed> {
    return probe(this.child);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

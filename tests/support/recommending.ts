import { expect, vi } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import type { PassView } from '@/server/contract/status';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import type { Problem } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { ProblemCode } from '@/server/words/problems';
import type { ApiCluster } from './api-cluster';
import { LOOK_EVERY_MS, PATIENCE, PATIENCE_MS } from './patience';
import { until } from './until';

const MINUTE_MS = 60_000;
/** After so long without a pass, in real time, its pause had not begun when the cluster's time was moved. */
const MOVED_AGAIN_MS = 3_000;

/** A whole process that recommends for an `ApiCluster`, whose passes come when the cluster's time is moved. */
export class Recommending {
  private constructor(
    readonly running: Runtime,
    private readonly cluster: ApiCluster,
  ) {}

  static async start(cluster: ApiCluster, config: Partial<Config> = {}): Promise<Recommending> {
    const running = await startRuntime(
      defaultConfig({
        kubeconfig: cluster.kubeconfig,
        dataDir: cluster.folder,
        roles: ['recommender'],
        signalsLeftOut: ['all'],
        ...config,
      }),
      { clock: cluster.clock, log: silentLogger },
    );
    return new Recommending(running, cluster);
  }

  /** The latest pass, once there is one: the first runs right after the start. */
  firstPass(): Promise<PassView> {
    return until('a pass', () => this.running.handles.recommender?.lastPass);
  }

  /** Lets `ms` of the cluster's time pass, after which a pass is due, and waits for it. */
  async passAfter(ms: number): Promise<PassView> {
    const { atMs } = await this.firstPass();
    // The watch brings what a test just wrote before the pass looks.
    await wallClock.sleep(20);
    await this.cluster.clock.advance(ms);
    let movedMs = performance.now();
    return until('a further pass', () => {
      const latest = this.running.handles.recommender?.lastPass;
      if (latest && latest.atMs !== atMs) return latest;
      if (performance.now() - movedMs < MOVED_AGAIN_MS) return undefined;
      movedMs = performance.now();
      return this.cluster.clock.advance(ms).then(() => undefined);
    });
  }

  /** Lets `minutes` of the cluster's time pass and waits for a pass in each. */
  async passes(minutes = 1): Promise<PassView> {
    let latest = await this.firstPass();
    for (let minute = 0; minute < minutes; minute++) latest = await this.passAfter(MINUTE_MS);
    return latest;
  }

  /** Runs a pass for each look until `check` no longer throws: what is waited for may take real time, and many of them. */
  async until<T>(check: () => T | Promise<T>): Promise<T> {
    await this.firstPass();
    const endMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await check();
      } catch (error) {
        if (performance.now() > endMs) throw error;
        await wallClock.sleep(LOOK_EVERY_MS);
        await this.passes();
      }
    }
  }

  problem(code: ProblemCode): Problem | undefined {
    return this.running.problems.list().find((one) => one.code === code);
  }

  /** Waits for a problem, which must name `about` and say what to do. */
  async expectProblem(code: ProblemCode, about: string): Promise<Problem> {
    const found = await vi.waitFor(() => {
      const all = this.running.problems.list();
      const one = all.find((each) => each.code === code && each.message.includes(about));
      if (!one) throw new Error(`no problem ${code} about ${about} among ${JSON.stringify(all)}`);
      return one;
    }, PATIENCE);
    expect(found.remedy).not.toBe('');
    return found;
  }

  state(name: string) {
    return this.running.workload('shop', name).state;
  }

  stop(): Promise<void> {
    return this.running.stop();
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';

const PODS = 5000;
const LOOK_MS = 20;
const LATEST_MS = 120_000;

/** The embedded cluster with 1,000 VPAs and their 5,000 pods. */
export class ThousandWorkloads {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly folder: string,
  ) {}

  static async start(clock: Clock): Promise<ThousandWorkloads> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const sandbox = await startSandbox({
      port: 0,
      clock,
      log: silentLogger,
      scenario: 'thousand-workloads',
      seed: 1,
      dataDir,
    });
    return new ThousandWorkloads(sandbox, dataDir);
  }

  get allRun(): boolean {
    return this.runningPods() >= PODS;
  }

  /** Waits in real time until all pods run. @throws Error if they do not come up */
  async running(): Promise<void> {
    const latestMs = performance.now() + LATEST_MS;
    while (!this.allRun) {
      if (performance.now() > latestMs) throw new Error(`only ${this.runningPods()} of ${PODS} pods run`);
      await pause(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  runningPods(): number {
    let count = 0;
    for (const { status } of this.sandbox.registry.list<Pod>('pods'))
      if (status?.phase === 'Running') count++;
    return count;
  }
}

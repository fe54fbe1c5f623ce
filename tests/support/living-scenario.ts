import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Config, defaultConfig } from '@/server/config';
import type { PodPlan } from '@/server/decide/running/planned';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { MERGE_PATCH } from '@/server/kube/client';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { Pod } from '@/server/objects/types';
import { readAudit } from '@/server/store/audit/reading';
import type { AuditEntry } from '@/server/store/audit/views';
import { IdleClock } from './idle-clock';
import { plannedPods } from './listed';

const SPEED = 300;

/** A scenario of the embedded cluster with a whole process on it: it learns, plans, acts and admits by itself. */
export class LivingScenario {
  private constructor(
    readonly running: Runtime,
    private readonly namespace: string,
    private readonly folder: string,
  ) {}

  static async start(
    sandboxScenario: string,
    namespace: string,
    settings: Partial<Config> = {},
  ): Promise<LivingScenario> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-scenario-'));
    const config = defaultConfig({
      sandbox: true,
      sandboxScenario,
      clockSpeed: SPEED,
      dataDir: folder,
      logLevel: 'silent',
      // A day would be minutes here; they have tests of their own.
      leastHistoryToLowerMs: 0,
      canaryMs: 0,
      changesADay: 0,
      ...settings,
    });
    // However busy the machine, what takes no time in the cluster takes none.
    const clock = new IdleClock(wallClock.now(), config.clockSpeed, config.clockSpeed);
    return new LivingScenario(await startRuntime(config, { log: silentLogger, clock }), namespace, folder);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The pods of a workload that are not going away, as the process sees them. */
  pods(app: string): Pod[] {
    return [...(this.running.cluster?.caches.pods.list(this.namespace) ?? [])].filter(
      ({ metadata }) => metadata.labels?.app === app && !metadata.deletionTimestamp,
    );
  }

  async delete(pod: Pod | undefined): Promise<void> {
    const path = pathOf(API_RESOURCES.pods, this.namespace, pod?.metadata.name ?? '');
    await this.running.cluster?.client.request('DELETE', path);
  }

  /** How many pods a Deployment is to have. */
  async scale(deployment: string, replicas: number): Promise<void> {
    const path = pathOf(API_RESOURCES.deployments, this.namespace, deployment);
    const options = { body: { spec: { replicas } }, contentType: MERGE_PATCH };
    await this.running.cluster?.client.request('PATCH', path, options);
  }

  plan(name: string): Promise<PodPlan[]> {
    return plannedPods(this.running.handles.updater, name);
  }

  /** Every eviction and resize so far as the record has it, newest first. */
  async actions(): Promise<Extract<AuditEntry, { kind: 'action' }>[]> {
    const { store } = this.running;
    await store.flushed();
    const params = new URLSearchParams('kind=action&limit=500');
    const { entries } = await readAudit(store, { params }, this.running.clock.now());
    return entries.flatMap((entry) => (entry.kind === 'action' ? [entry] : []));
  }
}

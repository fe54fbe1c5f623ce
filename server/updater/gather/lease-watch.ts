import type { LeaseFacts } from '../../decide/running/plan-input';
import { reportAccess } from '../../kube/access-problem';
import type { KubeClient } from '../../kube/client';
import { ADMISSION_LEASE_NAME } from '../../kube/lease';
import { LeaseObserver } from '../../kube/lease-observer';
import type { ProblemReporter } from '../../kube/problems';
import { WatchCache } from '../../kube/watch-cache';
import type { Logger } from '../../lib/report/log';
import type { Clock } from '../../lib/time/clock';
import { API_RESOURCES } from '../../objects/resources';
import type { Lease } from '../../objects/types';

/** Whether admission is alive, according to its lease. */
export class LeaseWatch {
  private readonly cache: WatchCache<Lease>;
  private readonly seen: LeaseObserver;

  constructor(
    private readonly options: {
      client: KubeClient;
      wallClock: Clock;
      log: Logger;
      problems: ProblemReporter;
      namespace: string;
      isRequired: boolean;
      maxAgeMs: number;
    },
  ) {
    const { client, wallClock, log, problems, namespace, maxAgeMs } = options;
    this.seen = new LeaseObserver(wallClock, maxAgeMs);
    this.cache = new WatchCache<Lease>(client, API_RESOURCES.leases, {
      log,
      clock: wallClock,
      namespace,
      name: ADMISSION_LEASE_NAME,
    });
    this.cache.subscribe({
      added: (lease) => this.seen.saw(lease),
      updated: (_former, lease) => this.seen.saw(lease),
    });
    reportAccess(this.cache, problems);
  }

  start(): void {
    if (this.options.isRequired) this.cache.start();
  }

  async settled(): Promise<void> {
    if (this.options.isRequired) await this.cache.settled();
  }

  stop(): Promise<void> {
    return this.cache.stop();
  }

  /** The current state of the lease. Leases belong to processes, so real time counts. */
  read(): LeaseFacts {
    const { namespace, isRequired, maxAgeMs, wallClock } = this.options;
    if (!isRequired) return { kind: 'not-required' };
    const lease = `${namespace}/${ADMISSION_LEASE_NAME}`;
    if (!this.cache.get(namespace, ADMISSION_LEASE_NAME)) return { kind: 'missing', lease };
    const ageMs = this.seen.mostAgeMs;
    if (ageMs < maxAgeMs) return { kind: 'fresh' };
    return { kind: 'stale', lease, renewedMs: Math.max(0, wallClock.now() - ageMs) };
  }
}

import type { AdmissionHealth, Fault, HealthCheckName } from '../../contract/admission';
import { isConnectionLost } from '../../kube/errors';
import type { LeaseKeeper } from '../../kube/lease';
import type { ClusterContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { type Repeating, repeat } from '../../lib/time/repeat';

/** A condition for admission to work. Returns what is wrong; undefined if nothing is. */
interface HealthCheck {
  readonly name: HealthCheckName;
  check(): string | undefined | Promise<string | undefined>;
  /** Whether it may be a matter of a moment: it is a problem only if the next check finds it too. */
  readonly isPassing?: boolean;
}

interface HealthOptions extends Pick<ClusterContext, 'wallClock' | 'problems' | 'loops'> {
  /** Whether the cluster has VPAs at all: their resource definitions are installed. */
  hasVpas: () => boolean;
  checks: readonly HealthCheck[];
  lease: Pick<LeaseKeeper, 'heartbeat'>;
  /** How often everything is checked and the lease renewed. */
  everyMs?: number;
  changed?: (health: AdmissionHealth) => void;
}

/** As often as the reference renews it (VPA 1.8, pkg/admission-controller/config, config.go, `StatusLeaseUpdateInterval`). */
const RENEW_EVERY_MS = 10_000;

/** Pause before the next check after one that threw or found a fault; longer while that goes on. */
const AGAIN_MS = 1_000;

const ABOUT = 'admission webhook';

/**
 * Renews the lease that lets the updater evict, only while admission really works. Without renewal the lease
 * expires, and evictions end.
 */
export class HealthKeeper {
  private state: AdmissionHealth = { kind: 'starting' };
  private beating?: Repeating;

  constructor(private readonly options: HealthOptions) {}

  get health(): AdmissionHealth {
    return this.state;
  }

  start(): void {
    const { wallClock, loops, everyMs = RENEW_EVERY_MS } = this.options;
    this.beating = repeat({
      name: 'check admission',
      everyMs,
      backoff: { firstMs: Math.min(AGAIN_MS, everyMs), longestMs: everyMs },
      clock: wallClock,
      wallClock,
      loops,
      run: async () => {
        const { kind } = await this.beat();
        return kind === 'unhealthy' ? 'retry' : 'done';
      },
    });
  }

  /** Stops renewing; the lease is left to expire, since other replicas may renew it. */
  async stop(): Promise<void> {
    await this.beating?.stop();
  }

  /** Checks everything once, and renews the lease if all is well. */
  async beat(): Promise<AdmissionHealth> {
    const former = this.state;
    const nowMs = this.options.wallClock.now();
    if (!this.options.hasVpas()) {
      this.become({ kind: 'no-vpas', sinceMs: former.kind === 'no-vpas' ? former.sinceMs : nowMs });
      this.options.problems.clear('webhook-not-serving', ABOUT);
      return this.state;
    }
    const faults = (
      await Promise.all(
        this.options.checks.map(async (check) => {
          const detail = await check.check();
          return detail === undefined ? [] : [{ check: check.name, detail }];
        }),
      )
    ).flat();
    if (faults.length > 0) {
      const sinceMs = former.kind === 'unhealthy' ? former.sinceMs : nowMs;
      this.become({ kind: 'unhealthy', sinceMs, faults });
      this.tell(faults, former);
    } else {
      this.become({ kind: 'healthy', sinceMs: former.kind === 'healthy' ? former.sinceMs : nowMs });
      this.options.problems.clear('webhook-not-serving', ABOUT);
      await this.renew();
    }
    return this.state;
  }

  private tell(faults: readonly Fault[], former: AdmissionHealth): void {
    const { problems, checks } = this.options;
    const passing = new Set(checks.flatMap(({ name, isPassing }) => (isPassing ? [name] : [])));
    const isNew = ({ check }: Fault) =>
      former.kind !== 'unhealthy' || former.faults.every((known) => known.check !== check);
    const told = faults.filter((fault) => !(passing.has(fault.check) && isNew(fault)));
    const detail = told.map((fault) => fault.detail).join('; ');
    if (told.length > 0) problems.report('webhook-not-serving', ABOUT, detail);
    else problems.clear('webhook-not-serving', ABOUT);
  }

  private become(health: AdmissionHealth): void {
    this.state = health;
    this.options.changed?.(health);
  }

  private async renew(): Promise<void> {
    try {
      await this.options.lease.heartbeat();
      this.options.problems.clear('admission-lease-not-renewed', ABOUT);
    } catch (thrown) {
      if (isConnectionLost(thrown)) return;
      const detail = errorText(thrown);
      this.options.problems.report('admission-lease-not-renewed', ABOUT, detail);
    }
  }
}

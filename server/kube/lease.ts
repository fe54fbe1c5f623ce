import { type Clock, toKubeMicroTime } from '../clock';
import { isKubeError, type KubeClient } from './client';
import { unlessMissing } from './errors';
import { LeaseSight } from './lease-sight';
import { API_RESOURCES, apiVersionOf, pathOf } from './resources';
import type { Lease } from './types';

/** Name of the lease that tells the updater that admission works; the same as the reference's. */
export const ADMISSION_LEASE_NAME = 'vpa-admission-controller';

/** The lease, its holder, and how long a renewal is valid. */
interface LeaseIdentity {
  namespace: string;
  name: string;
  /** Unique to this process. */
  holder: string;
  durationMs: number;
}

/** The outcome of trying to hold a lease. */
type LeaseOutcome = { kind: 'held' } | { kind: 'held-by-other'; holder: string };

/** The lease; undefined if it does not exist. @throws KubeError other than not found */
export function readLease(client: KubeClient, namespace: string, name: string): Promise<Lease | undefined> {
  return unlessMissing(client.request<Lease>('GET', pathOf(API_RESOURCES.leases, namespace, name)));
}

/** Whether nobody holds the lease that `sight` follows: released, or not renewed while a renewal is valid. */
export function isFree(
  { spec: { holderIdentity, leaseDurationSeconds = 0 } }: Lease,
  sight: LeaseSight,
): boolean {
  return !holderIdentity || sight.leastAgeMs >= leaseDurationSeconds * 1000;
}

/** Holds a lease alone (`acquire`) or together with replicas (`heartbeat`). */
export class LeaseKeeper {
  private readonly sight: LeaseSight;

  constructor(
    private readonly client: KubeClient,
    private readonly identity: LeaseIdentity,
    private readonly wallClock: Clock,
  ) {
    this.sight = new LeaseSight(wallClock, identity.durationMs);
  }

  /**
   * Takes or renews the lease, unless another holder renewed it recently enough as seen here. If two try at
   * once, the server refuses one.
   * @throws KubeError if the server does not say
   */
  acquire(): Promise<LeaseOutcome> {
    return this.write((lease) => {
      this.sight.saw(lease);
      return lease.spec.holderIdentity === this.identity.holder || isFree(lease, this.sight);
    });
  }

  /** Renews the lease whatever its holder: a sign of life that replicas share. @throws KubeError */
  heartbeat(): Promise<LeaseOutcome> {
    return this.write(() => true);
  }

  /**
   * Releases the lease, so that another need not wait for it to expire; does nothing if another holds it.
   * @throws KubeError
   */
  async release(): Promise<void> {
    const lease = await readLease(this.client, this.identity.namespace, this.identity.name);
    if (lease?.spec.holderIdentity !== this.identity.holder) return;
    await this.put({ ...lease, spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } });
  }

  private async write(mayTake: (lease: Lease) => boolean): Promise<LeaseOutcome> {
    const { namespace, name, holder } = this.identity;
    const lease = await readLease(this.client, namespace, name);
    if (lease && !mayTake(lease)) return { kind: 'held-by-other', holder: lease.spec.holderIdentity ?? '' };
    try {
      if (lease) await this.put(this.renewed(lease));
      else await this.create();
      return { kind: 'held' };
    } catch (thrown) {
      if (!isKubeError(thrown, 'conflict')) throw thrown;
      const winner = await readLease(this.client, namespace, name);
      return winner?.spec.holderIdentity === holder
        ? { kind: 'held' }
        : { kind: 'held-by-other', holder: winner?.spec.holderIdentity ?? '' };
    }
  }

  private renewed(lease: Lease): Lease {
    const now = toKubeMicroTime(this.wallClock.now());
    const { holder, durationMs } = this.identity;
    const isMine = lease.spec.holderIdentity === holder;
    return {
      ...lease,
      spec: {
        ...lease.spec,
        holderIdentity: holder,
        leaseDurationSeconds: Math.ceil(durationMs / 1000),
        renewTime: now,
        ...(isMine ? {} : { acquireTime: now, leaseTransitions: (lease.spec.leaseTransitions ?? 0) + 1 }),
      },
    };
  }

  private put(lease: Lease): Promise<Lease> {
    const path = pathOf(API_RESOURCES.leases, this.identity.namespace, this.identity.name);
    return this.client.request<Lease>('PUT', path, { body: lease });
  }

  private create(): Promise<Lease> {
    const { namespace, name, holder, durationMs } = this.identity;
    const now = toKubeMicroTime(this.wallClock.now());
    const body: Lease = {
      apiVersion: apiVersionOf(API_RESOURCES.leases),
      kind: 'Lease',
      metadata: { name, namespace },
      spec: {
        holderIdentity: holder,
        leaseDurationSeconds: Math.ceil(durationMs / 1000),
        acquireTime: now,
        renewTime: now,
        leaseTransitions: 0,
      },
    };
    return this.client.request<Lease>('POST', pathOf(API_RESOURCES.leases, namespace), { body });
  }
}

import { randomUUID } from 'node:crypto';
import { type Clock, toKubeMicroTime } from '../lib/time/clock';
import { API_RESOURCES, apiVersionOf, pathOf } from '../objects/resources';
import type { Lease } from '../objects/types';
import { isKubeError, type KubeClient } from './client';
import { createOwn } from './create-own';
import { unlessMissing } from './errors';
import { LeaseObserver } from './lease-observer';

/** Name of the lease that tells the updater that admission works; the same as the reference's. */
export const ADMISSION_LEASE_NAME = 'vpa-admission-controller';

/** Begins the names of all our leases but that of admission, and the holders of that one. */
const OURS = 'plumbline-';

/** A holder of the lease of admission, unique to this process. */
export function admissionHolder(): string {
  return OURS + randomUUID();
}

/** Whether a process of ours wrote the lease last: the upstream VPA has one of the same name for its admission. */
export function isLeaseOfOurs({ metadata: { name }, spec }: Lease): boolean {
  if (name !== ADMISSION_LEASE_NAME) return name.startsWith(OURS);
  return spec.holderIdentity?.startsWith(OURS) ?? false;
}

/** The lease, its holder, and how long a renewal is valid. */
interface LeaseIdentity {
  namespace: string;
  name: string;
  /** Unique to this process. */
  holder: string;
  durationMs: number;
}

/** The outcome of trying to hold a lease. */
export type LeaseOutcome =
  | { kind: 'held' }
  /** It is free in this time, in milliseconds, unless its holder renews it; `durationMs` is how long a renewal counts. */
  | { kind: 'held-by-other'; holder: string; durationMs: number; freeInMs: number };

/** A renewal that takes longer is of little use to its holder. */
const TIMEOUT_MS = 5_000;
/** Leases do not wait behind the other requests of a process. */
const AT_ONCE = { priority: 'apart', timeoutMs: TIMEOUT_MS } as const;

/** The lease; undefined if it does not exist. @throws KubeError other than not found */
export function readLease(
  client: Pick<KubeClient, 'request'>,
  namespace: string,
  name: string,
): Promise<Lease | undefined> {
  return unlessMissing(client.request<Lease>('GET', pathOf(API_RESOURCES.leases, namespace, name), AT_ONCE));
}

/** Whether nobody holds the lease that `seen` follows: released, or not renewed while a renewal is valid. */
export function isFree(lease: Lease, seen: LeaseObserver): boolean {
  return freeInMs(lease, seen) === 0;
}

function freeInMs(
  { spec: { holderIdentity, leaseDurationSeconds = 0 } }: Lease,
  seen: LeaseObserver,
): number {
  return holderIdentity ? Math.max(0, leaseDurationSeconds * 1000 - seen.leastAgeMs) : 0;
}

/** Holds a lease alone (`acquire`) or together with replicas (`heartbeat`). */
export class LeaseKeeper {
  private readonly seen: LeaseObserver;
  /** As this process wrote it last. */
  private mine: Lease | undefined;
  /** Whether another process wrote it since, so that it is read before each renewal. */
  private isShared = false;

  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly identity: LeaseIdentity,
    private readonly wallClock: Clock,
  ) {
    this.seen = new LeaseObserver(wallClock, identity.durationMs);
  }

  /**
   * Takes or renews the lease, unless another holder renewed it recently enough as seen here. If two try at
   * once, the server refuses one. One request renews it, so that a slow server costs no leader its place.
   * @throws KubeError if the server does not say
   */
  async acquire(): Promise<LeaseOutcome> {
    const renewed = await this.renewAsWritten();
    if (renewed) return renewed;
    return this.write((lease) => {
      this.seen.saw(lease);
      return lease.spec.holderIdentity === this.identity.holder || isFree(lease, this.seen);
    });
  }

  /** Renews the lease whatever its holder: a sign of life that replicas share. @throws KubeError */
  async heartbeat(): Promise<LeaseOutcome> {
    const renewed = this.isShared ? undefined : await this.renewAsWritten();
    if (renewed) return renewed;
    return this.write((lease) => {
      this.isShared = lease.spec.holderIdentity !== this.identity.holder;
      return true;
    });
  }

  /** Undefined unless the lease is still as this process wrote it last. */
  private async renewAsWritten(): Promise<LeaseOutcome | undefined> {
    const { mine } = this;
    this.mine = undefined;
    if (!mine) return undefined;
    try {
      return this.hold(await this.put(this.renewed(mine)));
    } catch (thrown) {
      if (!isKubeError(thrown, 'conflict', 'not-found')) throw thrown;
      return undefined;
    }
  }

  /**
   * Releases the lease, so that another need not wait for it to expire; does nothing if another holds it.
   * @throws KubeError
   */
  async release(): Promise<void> {
    this.mine = undefined;
    const lease = await readLease(this.client, this.identity.namespace, this.identity.name);
    if (lease?.spec.holderIdentity !== this.identity.holder) return;
    await this.put({ ...lease, spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } });
  }

  private async write(mayTake: (lease: Lease) => boolean): Promise<LeaseOutcome> {
    const { namespace, name, holder } = this.identity;
    const lease = await readLease(this.client, namespace, name);
    if (lease && !mayTake(lease)) return this.heldByOther(lease);
    try {
      return this.hold(lease ? await this.put(this.renewed(lease)) : await this.create());
    } catch (thrown) {
      if (!isKubeError(thrown, 'conflict')) throw thrown;
      const winner = await readLease(this.client, namespace, name);
      return winner?.spec.holderIdentity === holder ? this.hold(winner) : this.heldByOther(winner);
    }
  }

  private hold(lease: Lease): LeaseOutcome {
    this.mine = lease;
    return { kind: 'held' };
  }

  private heldByOther(lease: Lease | undefined): LeaseOutcome {
    const holder = lease?.spec.holderIdentity ?? '';
    const durationMs = (lease?.spec.leaseDurationSeconds ?? 0) * 1000;
    return { kind: 'held-by-other', holder, durationMs, freeInMs: lease ? freeInMs(lease, this.seen) : 0 };
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
    return this.client.request<Lease>('PUT', path, { ...AT_ONCE, body: lease });
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
    return createOwn(this.client, API_RESOURCES.leases, namespace, body, AT_ONCE);
  }
}

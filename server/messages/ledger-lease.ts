import * as z from 'zod';
import type { KubeClient } from '../kube/client';
import { createOwn } from '../kube/create-own';
import { isKubeError, unlessMissing } from '../kube/errors';
import { isFree } from '../kube/lease';
import { LeaseObserver } from '../kube/lease-observer';
import { type Clock, toKubeMicroTime } from '../lib/time/clock';
import { parsed } from '../objects/json-object';
import { API_RESOURCES, apiVersionOf, pathOf } from '../objects/resources';
import type { Lease } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';
import { DELIVERIES, NEWS } from '../words/messages';
import { PROBLEM_TABLE } from '../words/problems';
import type { Ledger } from './ledger';

export const MESSAGES_LEASE = 'plumbline-telling';
const LEDGER_ANNOTATION = ANNOTATIONS.told.name;
const TIMEOUT_MS = 5_000;

const number = z.number();
const codes = <T extends object>(table: T) => z.enum(Object.keys(table) as [keyof T & string]);
const item = z.object({
  about: z.string(),
  detail: z.string(),
  atMs: number,
  path: z.string(),
  problem: codes(PROBLEM_TABLE).optional(),
  namespace: z.string().optional(),
});
const places = z.record(z.string(), number).optional();
const message = z.object({
  id: z.string(),
  code: codes(NEWS),
  atMs: number,
  madeMs: number,
  count: number,
  items: z.array(item),
  places,
  dropped: number,
  to: z.array(z.string()),
});
const ledgerSchema = z.object({
  sinceMs: number,
  serial: number,
  lasting: z.record(
    z.string(),
    z.object({
      code: codes(NEWS),
      about: z.string(),
      path: z.string(),
      problem: codes(PROBLEM_TABLE).optional(),
      namespace: z.string().optional(),
      by: z.record(z.string(), number),
    }),
  ),
  once: z.record(z.string(), number),
  queue: z.array(message),
  lines: z.record(z.string(), z.object({ failures: number, nextMs: number, why: codes(DELIVERIES) })),
  made: z.array(number),
  dropped: number,
  deliveries: z.array(
    z.object({
      id: z.string(),
      receiver: z.string(),
      code: codes(NEWS),
      count: number,
      places,
      outcome: codes(DELIVERIES),
      atMs: number,
      attempts: number,
    }),
  ),
}) satisfies z.ZodType<Ledger>;

/** The ledger as last read or written. */
export interface LedgerPage {
  readonly lease: Lease | undefined;
  /** Undefined if there is none yet, or none that can be read. */
  readonly ledger: Ledger | undefined;
  /** Whether another process is delivering messages now. */
  readonly isTaken: boolean;
  readonly isMine: boolean;
}

/**
 * The ledger of a cluster, in an annotation of a lease: whoever writes it names the version it stands on, so
 * one of two that write at once is refused. Its holder is the process that is delivering messages.
 */
export class LedgerLease {
  private readonly seen: LeaseObserver;

  constructor(
    private readonly client: KubeClient,
    private readonly options: {
      namespace: string;
      /** Where former versions kept it: what people were told is not told again. */
      formerNamespace?: string | undefined;
      holder: string;
      wallClock: Clock;
      /** How long a process may deliver before another takes over, in whole seconds. */
      heldMs: number;
    },
  ) {
    this.seen = new LeaseObserver(options.wallClock, options.heldMs);
  }

  /** @throws KubeError */
  async read(): Promise<LedgerPage> {
    const page = this.pageOf(await this.leaseIn(this.options.namespace));
    return page.ledger || page.isTaken ? page : { ...page, ledger: await this.formerLedger() };
  }

  /** An account that may not read it has nothing to take over. */
  private async formerLedger(): Promise<Ledger | undefined> {
    const { namespace, formerNamespace } = this.options;
    if (formerNamespace === undefined || formerNamespace === namespace) return undefined;
    try {
      const lease = await this.leaseIn(formerNamespace);
      return ledgerFrom(lease?.metadata.annotations?.[LEDGER_ANNOTATION]);
    } catch (thrown) {
      if (isKubeError(thrown, 'forbidden')) return undefined;
      throw thrown;
    }
  }

  private leaseIn(namespace: string): Promise<Lease | undefined> {
    const path = pathOf(API_RESOURCES.leases, namespace, MESSAGES_LEASE);
    return unlessMissing(this.client.request<Lease>('GET', path, { timeoutMs: TIMEOUT_MS }));
  }

  /**
   * Writes the ledger on top of `page`; with `holds`, no other process delivers until the next write.
   * @throws KubeError `conflict` if another process was faster
   */
  async write(
    { lease: former }: LedgerPage,
    ledger: Ledger,
    { holds }: { holds: boolean },
  ): Promise<LedgerPage> {
    const { namespace, holder, wallClock, heldMs } = this.options;
    const now = toKubeMicroTime(wallClock.now());
    const body: Lease = {
      apiVersion: apiVersionOf(API_RESOURCES.leases),
      kind: 'Lease',
      ...former,
      metadata: {
        ...(former?.metadata ?? { name: MESSAGES_LEASE, namespace }),
        annotations: { ...former?.metadata.annotations, [LEDGER_ANNOTATION]: JSON.stringify(ledger) },
      },
      spec: {
        ...former?.spec,
        holderIdentity: holds ? holder : '',
        leaseDurationSeconds: holds ? Math.ceil(heldMs / 1000) : 1,
        renewTime: now,
      },
    };
    const resource = API_RESOURCES.leases;
    const options = { timeoutMs: TIMEOUT_MS };
    const written = former
      ? this.client.request<Lease>('PUT', pathOf(resource, namespace, MESSAGES_LEASE), { ...options, body })
      : createOwn<Lease>(this.client, resource, namespace, body, options);
    return this.pageOf(await written);
  }

  private pageOf(lease: Lease | undefined): LedgerPage {
    if (!lease) return { lease, ledger: undefined, isTaken: false, isMine: false };
    this.seen.saw(lease);
    const isMine = lease.spec.holderIdentity === this.options.holder;
    const isTaken = !isMine && !isFree(lease, this.seen);
    const ledger = ledgerFrom(lease.metadata.annotations?.[LEDGER_ANNOTATION]);
    return { lease, ledger, isTaken, isMine };
  }
}

function ledgerFrom(text: string | undefined): Ledger | undefined {
  return text ? ledgerSchema.safeParse(parsed(text)).data : undefined;
}

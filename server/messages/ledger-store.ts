import { isKubeError } from '../kube/client';
import type { Clock } from '../lib/time/clock';
import { freshLedger, type Ledger } from './ledger';
import type { LedgerLease, LedgerPage } from './ledger-lease';
import { rejoin } from './rejoin';

/** A process that cannot reach the ledger goes on alone after this time: rather twice than not at all. */
const ALONE_AFTER_MS = 30_000;
const MOST_TRIES = 3;

/** What came of reading or writing the ledger; `busy` while another process delivers, or was faster. */
export type Turn =
  | { readonly kind: 'done' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'away'; readonly error: unknown };

interface Change {
  readonly ledger: Ledger;
  /** Whether this process delivers from now on until it writes again. */
  readonly holds: boolean;
}

/**
 * The ledger as this process knows it: read and written through the lease, kept in memory while that cannot be
 * reached.
 */
export class LedgerStore {
  private page: LedgerPage | undefined;
  private latest: Ledger;
  /** The last ledger of the cluster; what differs from it was done alone. */
  private base: Ledger;
  private readMs = Number.NEGATIVE_INFINITY;
  private awaySinceMs: number | undefined;

  constructor(
    private readonly lease: LedgerLease,
    nowMs: number,
    private readonly wallClock: Clock,
  ) {
    this.latest = this.base = freshLedger(nowMs);
  }

  get ledger(): Ledger {
    return this.latest;
  }

  /** Whether the cluster lacks something: what was done alone, or any ledger at all. */
  get isAhead(): boolean {
    return this.latest !== this.base || (this.page !== undefined && !this.page.ledger);
  }

  /** Real milliseconds since the ledger of the cluster was read. */
  get ageMs(): number {
    return this.wallClock.steady() - this.readMs;
  }

  /** Whether this process tells by itself, since it could not reach the ledger for some time. */
  get isAlone(): boolean {
    return this.awaySinceMs !== undefined && this.wallClock.steady() - this.awaySinceMs >= ALONE_AFTER_MS;
  }

  async read(): Promise<Turn> {
    try {
      return { kind: this.took(await this.lease.read()).isTaken ? 'busy' : 'done' };
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Reads the ledger and writes what `change` makes of it, unless another process delivers. */
  begin(change: (ledger: Ledger) => Change): Promise<Turn> {
    this.page = undefined;
    return this.write(change, ({ isTaken }) => !isTaken);
  }

  /** Writes what came of the attempts; if it cannot be written, this process remembers it. */
  async finish(change: (ledger: Ledger) => Ledger): Promise<Turn> {
    const turn = await this.write(
      (ledger) => ({ ledger: change(ledger), holds: false }),
      () => true,
    );
    if (turn.kind !== 'done') this.changeAlone(change);
    return turn;
  }

  /** Changes the ledger of this process; the cluster learns of it later. */
  changeAlone(change: (ledger: Ledger) => Ledger): void {
    this.latest = change(this.latest);
  }

  private async write(
    change: (ledger: Ledger) => Change,
    mayWrite: (page: LedgerPage) => boolean,
  ): Promise<Turn> {
    for (let tries = 0; tries < MOST_TRIES; tries++)
      try {
        const page: LedgerPage = this.page ?? this.took(await this.lease.read());
        if (!mayWrite(page)) return { kind: 'busy' };
        const { ledger, holds } = change(this.latest);
        if (page.ledger && ledger === this.base && !holds && !page.isMine) return { kind: 'done' };
        const written = await this.lease.write(page, ledger, { holds });
        this.latest = this.base = ledger;
        this.seen(written);
        return { kind: 'done' };
      } catch (error) {
        this.page = undefined;
        // A lease that was deleted meanwhile is made again.
        if (!isKubeError(error, 'conflict', 'not-found')) return this.failed(error);
      }
    return { kind: 'busy' };
  }

  private took(page: LedgerPage): LedgerPage {
    const theirs = page.ledger ?? this.base;
    const mine = this.latest;
    this.latest = mine === this.base ? theirs : rejoin(this.base, mine, theirs);
    this.base = theirs;
    this.seen(page);
    return page;
  }

  private seen(page: LedgerPage): void {
    this.page = page;
    this.readMs = this.wallClock.steady();
    this.awaySinceMs = undefined;
  }

  private failed(error: unknown): Turn {
    this.page = undefined;
    this.awaySinceMs ??= this.wallClock.steady();
    return { kind: 'away', error };
  }
}

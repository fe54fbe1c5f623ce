import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import { isAmount } from '../saved-values';

/** A container that was killed for memory at one raised limit after the other. */
export interface VainRaises {
  /** How often its limit was raised since the first of these kills, each time to be killed at the raised one. */
  readonly raises: number;
  /** The limit it was first killed at, and the highest; bytes. */
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Unix ms of the first of these kills and of the last of all. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** What it was to get before the last of these kills, in bytes: no less and no more, while it is held. */
  readonly mostBytes: number;
}

/** A limit is another one if it is higher by this factor: replicas are killed at about one height. */
const RAISED = 1.1;
/** A day without a kill: what it has is enough. */
const ENOUGH_AFTER_MS = 86_400_000;

/** Counts the kills of the containers of one name at limits that were raised in between. */
export class RaisesInVain {
  private limitBytes = 0;
  private known: VainRaises | undefined;
  private neededBytes = 0;

  /** The limit that the next kill told of met. */
  noteLimit(bytes: number): void {
    this.limitBytes = bytes;
  }

  /** @param neededBytes what it is to get after it @param timeMs Unix ms */
  noteKill(neededBytes: number, timeMs: number): void {
    const limit = this.limitBytes;
    this.limitBytes = 0;
    const { known } = this;
    if (known && timeMs - known.lastMs > ENOUGH_AFTER_MS) this.known = undefined;
    if (!this.known) {
      if (limit > 0)
        this.known = {
          raises: 0,
          fromBytes: limit,
          toBytes: limit,
          sinceMs: timeMs,
          lastMs: timeMs,
          mostBytes: neededBytes,
        };
      this.neededBytes = neededBytes;
      return;
    }
    const isRaised = limit >= this.known.toBytes * RAISED;
    this.known = {
      ...this.known,
      ...(isRaised && { raises: this.known.raises + 1, toBytes: limit, mostBytes: this.neededBytes }),
      lastMs: Math.max(this.known.lastMs, timeMs),
    };
    this.neededBytes = Math.max(this.neededBytes, neededBytes);
  }

  /** What is held after so many raises that did not help; undefined once a day went by without a kill. */
  after(raises: number, nowMs: number): VainRaises | undefined {
    const { known } = this;
    return known && raises > 0 && known.raises >= raises && nowMs - known.lastMs <= ENOUGH_AFTER_MS
      ? known
      : undefined;
  }

  /** The kills since which a raise did not help, however long ago; undefined if none was followed by another. */
  get again(): VainRaises | undefined {
    return this.known && this.known.raises > 0 ? this.known : undefined;
  }

  save(): SavedEvidence | undefined {
    return this.known && { ...this.known, neededBytes: this.neededBytes };
  }

  /** @param untilMs nothing is younger @throws SavedEvidenceError */
  static load(saved: SavedEvidence, untilMs: number): RaisesInVain {
    const [raises, fromBytes, toBytes, sinceMs, lastMs, mostBytes, neededBytes] = (
      ['raises', 'fromBytes', 'toBytes', 'sinceMs', 'lastMs', 'mostBytes', 'neededBytes'] as const
    ).map((name) => {
      const value = saved[name];
      if (!isAmount(value)) throw new SavedEvidenceError(`vain.${name}`, 'is no amount');
      return value;
    }) as [number, number, number, number, number, number, number];
    if (lastMs > untilMs) throw new SavedEvidenceError('vain.lastMs', 'is to come');
    const own = new RaisesInVain();
    own.known = { raises, fromBytes, toBytes, sinceMs, lastMs, mostBytes };
    own.neededBytes = neededBytes;
    return own;
  }
}

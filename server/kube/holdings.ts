import { ofKey } from '../lib/memo/of-key';
/** What an object takes beside itself: its place in the cache and in indexes. */
export const BYTES_PER_OBJECT = 1024;
/** What is held may grow so far beyond the bound: one more label of a pod must not make it vanish. */
const GROWS_BY = 1.125;
/** A namespace whose objects were left out takes them up again below this share of its bound. */
const TAKES_UP_BELOW = 0.75;
/** Once all namespaces together are at their bound, each may have this share of its own. */
const SHARE_WHEN_FULL = 1 / 16;

export interface HoldingBounds {
  /** Of the objects of one namespace, in bytes. */
  readonly mostOfNamespace: number;
  /** Of those of all namespaces together. */
  readonly mostInAll: number;
}

/** What is held of the objects of one namespace. */
export interface Holding {
  readonly namespace: string;
  bytes: number;
  /** Objects that did not fit. */
  leftOut: number;
}

/**
 * Bounds what the objects of each namespace may take, whatever their kinds, and those of all together: who fills one
 * namespace finds no more room there, and takes none from others. What belongs to no namespace is not bounded, since
 * only administrators make it.
 */
export class Holdings {
  private readonly byNamespace = new Map<string, Holding>();
  private inAll = 0;

  constructor(
    private readonly bounds: HoldingBounds = { mostOfNamespace: Infinity, mostInAll: Infinity },
    /** Told whenever the number of objects left out changes. */
    private readonly changed: (holding: Holding, mostBytes: number) => void = () => undefined,
  ) {}

  bytesOf(namespace: string): number {
    return this.byNamespace.get(namespace)?.bytes ?? 0;
  }

  /** Takes `bytes` in place of `former`, 0 for a new object. @returns whether there is room; else nothing changes */
  take(namespace: string, bytes: number, former: number): boolean {
    if (namespace === '') return true;
    const holding = this.of(namespace);
    const most = this.mostOf(former > 0 ? GROWS_BY : 1);
    if (bytes > former && holding.bytes + bytes - former > most) return false;
    this.count(holding, bytes - former);
    return true;
  }

  giveBack(namespace: string, bytes: number): void {
    if (namespace !== '') this.count(this.of(namespace), -bytes);
  }

  /** One more object, or one less, is left out. */
  leftOut(namespace: string, change: 1 | -1): void {
    const holding = this.of(namespace);
    holding.leftOut += change;
    this.changed(holding, this.bounds.mostOfNamespace);
    this.forgetIfEmpty(holding);
  }

  /** Whether objects that were left out should be read again. */
  hasSpaceAgain(namespace: string): boolean {
    return this.bytesOf(namespace) < this.mostOf(TAKES_UP_BELOW);
  }

  private mostOf(share: number): number {
    const { mostOfNamespace, mostInAll } = this.bounds;
    return mostOfNamespace * share * (this.inAll < mostInAll ? 1 : SHARE_WHEN_FULL);
  }

  private of(namespace: string): Holding {
    return ofKey(this.byNamespace, namespace, () => ({ namespace, bytes: 0, leftOut: 0 }));
  }

  private count(holding: Holding, bytes: number): void {
    holding.bytes += bytes;
    this.inAll += bytes;
    this.forgetIfEmpty(holding);
  }

  private forgetIfEmpty({ namespace, bytes, leftOut }: Holding): void {
    if (bytes === 0 && leftOut === 0) this.byNamespace.delete(namespace);
  }
}

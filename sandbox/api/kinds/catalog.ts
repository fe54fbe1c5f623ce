import { noSuchResource } from '@/sandbox/api/api-error';
import { type Kind, kindKey } from '@/sandbox/api/kinds/kind';

/** Every kind served now: built-in ones, those of CRDs, and computed ones. */
export class Catalog {
  private readonly kinds = new Map<string, Kind>();
  private readonly listeners = new Set<() => void>();

  constructor(kinds: Iterable<Kind>) {
    for (const kind of kinds) this.kinds.set(kindKey(kind), kind);
  }

  get(key: string): Kind | undefined {
    return this.kinds.get(key);
  }

  /** @throws ApiError 404 */
  require(key: string): Kind {
    const kind = this.kinds.get(key);
    if (!kind) throw noSuchResource();
    return kind;
  }

  /** The kind at `/apis/GROUP/VERSION/PLURAL`, if it is served in that version. */
  at(group: string, version: string, plural: string): Kind | undefined {
    const kind = this.kinds.get(kindKey({ group, plural }));
    if (!kind) return undefined;
    return this.versionsOf(kind).includes(version) ? kind : undefined;
  }

  byKind(group: string, kindName: string): Kind | undefined {
    for (const kind of this.kinds.values()) if (kind.group === group && kind.kind === kindName) return kind;
    return undefined;
  }

  versionsOf(kind: Kind): string[] {
    return [kind.version, ...(kind.aliases ?? []).map((alias) => alias.version)];
  }

  all(): Iterable<Kind> {
    return this.kinds.values();
  }

  set(kind: Kind): void {
    this.kinds.set(kindKey(kind), kind);
    for (const listener of this.listeners) listener();
  }

  remove(key: string): void {
    this.kinds.delete(key);
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` whenever kinds come or go. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }
}

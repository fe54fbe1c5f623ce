import { createHash } from 'node:crypto';

/** Of how many namespaces the cluster has said what a person may do, while it is still asked. */
export interface Asked {
  asked: number;
  of: number;
}

/** What of the cluster a person may read: all of it, or what is in some namespaces. */
export class VisibleNamespaces {
  static readonly all = new VisibleNamespaces(undefined);

  /** The same for the same namespaces, and no other: what is cached for one reach is kept under it. */
  readonly key: string;

  private constructor(
    /** Undefined for all. */
    readonly namespaces: ReadonlySet<string> | undefined,
    /** Absent once all is known. */
    readonly pending?: Asked,
  ) {
    const text = namespaces && [...namespaces].sort().join('\n');
    this.key = text === undefined ? 'all' : createHash('sha256').update(text).digest('base64url');
  }

  static within(namespaces: Iterable<string>, pending?: Asked): VisibleNamespaces {
    return new VisibleNamespaces(new Set(namespaces), pending);
  }

  /** Whether it has what is in this namespace; undefined for what is in none. */
  covers(namespace: string | undefined): boolean {
    return !this.namespaces || (namespace !== undefined && this.namespaces.has(namespace));
  }

  /** This reach and one namespace more. */
  with(namespace: string): VisibleNamespaces {
    return this.namespaces && !this.namespaces.has(namespace)
      ? VisibleNamespaces.within([...this.namespaces, namespace], this.pending)
      : this;
  }
}

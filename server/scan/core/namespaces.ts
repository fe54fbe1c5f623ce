/** Which namespaces a scan looks at: the one it lists, or all of a cluster, of which it takes some. */
export class AskedNamespaces {
  private readonly patterns: readonly RegExp[];

  /** @param asked names and patterns such as `team-*`; absent for all */
  constructor(private readonly asked: readonly string[] | undefined) {
    this.patterns = (asked ?? []).map(
      (text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`),
    );
  }

  /** The only one, by its name: rights in it are enough. */
  get one(): string | undefined {
    const [first, ...more] = this.asked ?? [];
    return first === undefined || more.length > 0 || first.includes('*') ? undefined : first;
  }

  /** As it was asked for, the same for the same namespaces: `shop,team-*`; absent for all. */
  get text(): string | undefined {
    return this.asked && [...new Set(this.asked)].sort().join(',');
  }

  has(namespace: string): boolean {
    return this.asked === undefined || this.patterns.some((pattern) => pattern.test(namespace));
  }

  /** Those asked for that none of these is. */
  without(namespaces: ReadonlySet<string>): string[] {
    return (this.asked ?? []).filter(
      (_, index) => ![...namespaces].some((name) => this.patterns[index]?.test(name)),
    );
  }
}

/** `namespace shop`, `namespaces shop, team-*`. */
export function namespacesWords(text: string): string {
  return `${/[,*]/.test(text) ? 'namespaces' : 'namespace'} ${text.replaceAll(',', ', ')}`;
}

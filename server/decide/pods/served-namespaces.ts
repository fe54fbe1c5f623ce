/** The settings that exclude VPAs. */
export interface NamespaceSettings {
  /** The only namespace whose VPAs are served; empty means all. */
  readonly vpaObjectNamespace: string;
  readonly ignoredVpaObjectNamespaces: readonly string[];
}

export const EVERY_NAMESPACE: NamespaceSettings = { vpaObjectNamespace: '', ignoredVpaObjectNamespaces: [] };

/**
 * Whether VPAs of this namespace are ours: admission and the updater act on them, whichever recommender
 * serves them; stops, reverts and the audit cover these and no others.
 */
export function isServedNamespace(
  { vpaObjectNamespace: only, ignoredVpaObjectNamespaces: ignored }: NamespaceSettings,
  namespace: string,
): boolean {
  return (only === '' || only === namespace) && !ignored.includes(namespace);
}

/** VPAs that a setting excludes: those `in` these namespaces, or those `outside` of them. */
interface LeftToOthers {
  readonly setting: keyof NamespaceSettings;
  readonly where: 'in' | 'outside';
  readonly namespaces: readonly string[];
  readonly vpas: number;
}

/** What the settings exclude, if anything; no VPA is counted twice. */
export function leftToOthers(
  { vpaObjectNamespace: only, ignoredVpaObjectNamespaces }: NamespaceSettings,
  count: { all: number; in(namespace: string): number },
): LeftToOthers[] {
  const ignored = [...new Set(ignoredVpaObjectNamespaces)]
    .filter((namespace) => (only === '' || only === namespace) && count.in(namespace) > 0)
    .sort();
  const found: LeftToOthers[] = [
    {
      setting: 'ignoredVpaObjectNamespaces',
      where: 'in',
      namespaces: ignored,
      vpas: ignored.reduce((sum, namespace) => sum + count.in(namespace), 0),
    },
    {
      setting: 'vpaObjectNamespace',
      where: 'outside',
      namespaces: [only],
      vpas: only === '' ? 0 : count.all - count.in(only),
    },
  ];
  return found.filter(({ vpas }) => vpas > 0);
}

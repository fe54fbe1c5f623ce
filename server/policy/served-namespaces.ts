/** The settings that leave VPAs to others. */
export interface NamespaceSettings {
  /** The only namespace whose VPAs count; empty means all. */
  readonly vpaObjectNamespace: string;
  readonly ignoredVpaObjectNamespaces: readonly string[];
}

/**
 * Whether VPAs of this namespace are ours: admission patches by them and the updater acts on them, whoever
 * recommends for them; stops, reverts and the audit cover these and no others.
 */
export function isServedNamespace(
  { vpaObjectNamespace: only, ignoredVpaObjectNamespaces: ignored }: NamespaceSettings,
  namespace: string,
): boolean {
  return (only === '' || only === namespace) && !ignored.includes(namespace);
}

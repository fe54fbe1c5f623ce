/** Whoever sends a request. */
export interface Person {
  /** As recorded; undefined if the proxy in front names nobody. */
  name: string | undefined;
  groups: readonly string[];
  /** Whether the RBAC of the cluster says what the person may do; otherwise only the list of operators does. */
  isJudged: boolean;
}

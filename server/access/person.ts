/** Whoever sends a request. */
export interface Person {
  /** As recorded; undefined if the proxy in front names nobody. */
  name: string | undefined;
  groups: readonly string[];
  /** Whether the RBAC of the cluster says what the person may do; otherwise only the list of operators does. */
  isJudged: boolean;
}

/** The part of a request that says who sends it. */
export type Asking = Pick<Request, 'headers' | 'url'>;

/** A person at the door, and the cookie to write with the answer. */
export interface Visit {
  person: Person;
  cookie?: string;
}

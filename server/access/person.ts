import type { AuthenticatedAs } from '../kube/identity';

/** Whoever sends a request. */
export interface Person extends AuthenticatedAs {
  /** As recorded; undefined if the proxy in front names nobody. */
  name: string | undefined;
  groups: readonly string[];
  /** Whether the RBAC of the cluster says what the person may do; otherwise only the list of operators does. */
  isJudged: boolean;
}

/** The part of a request that says who sends it. */
export type Asking = Pick<Request, 'headers' | 'url'>;

/** The same for those of whom the API server knows the same: what it answered about one counts for the other. */
export function keyOf({ name, groups, uid, extra }: Person): string {
  return JSON.stringify([name, groups, uid, extra]);
}

/** A person at the door, and the cookie to write with the answer. */
export interface Visit {
  person: Person;
  cookie?: string;
}

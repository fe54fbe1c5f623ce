import type { CacheState } from '../../kube/watch-cache';

/** Whether a process does what it is there for; if not, what it waits for. */
export type Readiness = { ready: true } | { ready: false; waitsFor: readonly string[] };

/** What readiness depends on. The database does not count, nor who leads: without either, all of this goes on. */
export interface ReadinessFacts {
  isStopping: boolean;
  /** Whether the API server has ever answered. */
  isConnected: boolean;
  /** Roles of this process that do not run. */
  rolesNotRunning: readonly string[];
  /** The kinds it follows, each with its state and whether a whole list of it was ever read. */
  kinds: Iterable<{ kind: string; state: CacheState; seen: boolean }>;
  rolesWaitFor: readonly string[];
}

/**
 * A process is ready once its roles run and have read what they decide by, and until it stops. It stays ready while
 * the API server is away: admission then answers from memory, and pages show what is wrong.
 */
export function readinessOf(facts: ReadinessFacts): Readiness {
  if (facts.isStopping) return { ready: false, waitsFor: ['nothing: it stops'] };
  if (!facts.isConnected) return { ready: false, waitsFor: ['a first answer of the API server'] };
  const waitsFor = facts.rolesNotRunning.map((role) => `the start of the role ${role}`);
  for (const { kind, state, seen } of facts.kinds)
    if (!seen && !isKnownMissing(state)) waitsFor.push(`a first list of ${kind}`);
  waitsFor.push(...facts.rolesWaitFor);
  return waitsFor.length === 0 ? { ready: true } : { ready: false, waitsFor };
}

/** Without a kind that is not there, or that this process may not read, it does what it can. */
function isKnownMissing({ kind }: CacheState): boolean {
  return kind === 'absent' || kind === 'forbidden';
}

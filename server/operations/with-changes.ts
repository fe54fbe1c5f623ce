/** A record after a change: what is absent stays, and null removes. */
export function withChanges<T extends object>(former: T, changes: object): T {
  const told = Object.entries(changes).filter(([, value]) => value !== undefined);
  const next = Object.entries({ ...former, ...Object.fromEntries(told) });
  return Object.fromEntries(next.filter(([, value]) => value !== null)) as T;
}

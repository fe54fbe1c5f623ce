import type { Condition } from './types';

/** The condition of this type that an object states; undefined also where its conditions are no list of such. */
export function conditionOf(
  { status }: { status?: { conditions?: readonly Condition[] | null } | null },
  type: string,
): Condition | undefined {
  const stated: unknown = status?.conditions;
  return Array.isArray(stated) ? stated.find((one) => one?.type === type) : undefined;
}

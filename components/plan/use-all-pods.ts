import type { PlannedPods } from '@/server/contract/plan';
import { usePlanOf } from '../api/queries';

/** The plan of one VPA with its pods by name, and the mode that they are changed in; undefined until it is known. */
export function useAllPods(
  namespace: string,
  name: string,
): { plan: readonly PlannedPods[] | undefined; mode: string } {
  const { data: groups } = usePlanOf(namespace, name, []);
  const rows = groups?.rows ?? [];
  const keys = rows.flatMap((row) => row.groups.map(({ key }) => `${namespace}/${name} ${key}`));
  const { data: named } = usePlanOf(namespace, name, keys);
  const [row] = named?.rows ?? rows;
  return { plan: groups && (row?.groups ?? []), mode: row?.heldMode?.mode ?? row?.updateMode ?? '' };
}

import { admission } from '../admission/role';
import { type Config, ConfigError } from '../config';
import type { Recommendations, Role } from '../kube/role';
import type { RoleHandle } from '../kube/role-context';
import type { PodPlanner } from '../operations';
import { recommender } from '../recommender/role';
import { updater } from '../updater/role';

/** Every role there is. They start in this order and end in the other. */
export const ROLES = [recommender, admission, updater] as const;

type OneOf = (typeof ROLES)[number];

/** The handles of the roles that run in a process, by name. */
export type Handles = {
  readonly [R in OneOf as R['name']]?: Awaited<ReturnType<R['start']>>;
};

/** A function of what each role asks for takes what all of them ask for. */
type Asking<R> = R extends OneOf ? (ports: Parameters<R['start']>[1]) => void : never;

/** What the process gives to roles beside the cluster: each takes what it asks for. */
export type Ports = Asking<OneOf> extends (ports: infer All) => void ? All : never;

/** What roles may offer to each other and to operations, by what it is and not by who offers it. */
export interface Offers {
  recommendations: Recommendations;
  /** Says what it would do to pods, and whether this process is the one that acts and records. */
  planner: PodPlanner & { readonly isLeading: boolean };
}

/** A role as the process knows it. */
export type AnyRole = Role<string, keyof Config, Ports, RoleHandle, Partial<Offers>>;

/**
 * The roles that the setting names, in the order of the list; all where it names none.
 * @throws ConfigError for a name that no role has
 */
export function rolesOf({ roles: names }: Pick<Config, 'roles'>, all: readonly AnyRole[] = ROLES): AnyRole[] {
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new ConfigError(
      `Settings cannot be used:\n  PLUMBLINE_ROLES="${names.join(',')}": ${unknown.join(', ')} is no role; there are ${known.join(', ')}`,
    );
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

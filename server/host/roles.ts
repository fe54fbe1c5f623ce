import { admission } from '../admission/role';
import type { Config } from '../config';
import { hpa } from '../hpa/role';
import type { NodePeaks, Recommendations, Role } from '../kube/role';
import type { RoleHandle } from '../kube/role-context';
import { ConfigError } from '../lib/report/errors';
import type { HeldWorkloads } from '../messages/ports';
import { messages } from '../messages/role';
import { nodes } from '../nodes/role';
import type { HpaTrial, PodPlanner, RuleTrial } from '../operations';
import { recommender } from '../recommender/role';
import { rules } from '../rules/role';
import { updater } from '../updater/role';

/** Every role. They start in this order and stop in reverse. */
export const ROLES = [recommender, nodes, admission, hpa, rules, updater, messages] as const;

type OneOf = (typeof ROLES)[number];

/** The handles of the running roles of a process, by name. */
export type Handles = {
  readonly [R in OneOf as R['name']]?: Awaited<ReturnType<R['start']>>;
};

/** A function of what each role requires takes what all of them require. */
type Asking<R> = R extends OneOf ? (ports: Parameters<R['start']>[1]) => void : never;

/** What the process gives to roles besides the cluster: each takes what it requires. */
export type Ports = Asking<OneOf> extends (ports: infer All) => void ? All : never;

/** What roles may offer to each other and to operations, by what it is and not by role. */
export interface Offers {
  recommendations: Recommendations;
  /** Plans what would be done to pods, and says whether this process is the one that acts and records. */
  planner: PodPlanner & { readonly isLeading: boolean };
  nodePeaks: NodePeaks;
  /** The VPAs that the updater holds back until a person helps. */
  heldWorkloads: HeldWorkloads;
  /** Says what an HPA would do with other rules. */
  hpaTrial: HpaTrial;
  /** Says what a policy would match and make. */
  ruleTrial: RuleTrial;
}

/** A role as the process knows it. */
export type AnyRole = Role<string, keyof Config, Ports, RoleHandle, Partial<Offers>>;

/** All processes of these do the same, or agree otherwise. */
const UNLED: ReadonlySet<string> = new Set(['admission', 'messages']);

/**
 * Refuses a process in which roles are to follow that it does not run, or that nobody would lead.
 * @throws ConfigError
 */
export function refuseUselessFollowing(
  { followOnly, leaderElect }: Pick<Config, 'followOnly' | 'leaderElect'>,
  roles: readonly AnyRole[],
): void {
  if (followOnly.length === 0) return;
  const said = `Settings cannot be used:\n  PLUMBLINE_FOLLOW_ONLY="${followOnly.join(',')}"`;
  const names = roles.map(({ name }) => name);
  const unled = followOnly.filter((name) => UNLED.has(name));
  if (unled.length > 0) throw new ConfigError(`${said}: ${unled.join(', ')} has no leader; leave it out`);
  const absent = followOnly.filter((name) => !names.includes(name));
  if (absent.length > 0)
    throw new ConfigError(
      `${said}: ${absent.join(', ')} is no role of this process, which runs ${names.join(', ')}; name it in PLUMBLINE_ROLES too`,
    );
  if (!leaderElect)
    throw new ConfigError(
      `${said}: no other process would be known to lead; set PLUMBLINE_LEADER_ELECT=true`,
    );
}

/**
 * The roles in the setting, in the order of the list; all if it is empty.
 * @throws ConfigError for an unknown name
 */
export function rolesOf({ roles: names }: Pick<Config, 'roles'>, all: readonly AnyRole[] = ROLES): AnyRole[] {
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new ConfigError(
      `Settings cannot be used:\n  PLUMBLINE_ROLES="${names.join(',')}": ${unknown.join(', ')} is not a role; roles are ${known.join(', ')}`,
    );
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

import { AppError } from '../../lib/report/errors';
import type { Operations } from '../../operations';
import type { Replays } from '../../replay/replays';
import type { Runtime } from '../runtime';

/** What a role of this process offers. @throws AppError `role-not-running` or `not-ready` */
function offered<Role extends keyof Runtime['handles']>(
  { handles, config }: Runtime,
  role: Role,
): NonNullable<Runtime['handles'][Role]> {
  const handle = handles[role];
  if (handle) return handle;
  throw absent(config, config.roles.includes(role) ? 'not-ready' : 'role-not-running');
}

/** Why something is not there that needs a cluster. */
function absent({ hubAlone }: Runtime['config'], code: 'not-ready' | 'role-not-running'): AppError {
  return new AppError(hubAlone ? 'no-cluster' : code);
}

/** The updater of this process. @throws AppError `role-not-running` or `not-ready` */
export const updaterOf = (running: Runtime) => offered(running, 'updater');

/** The recommender of this process. @throws AppError `role-not-running` or `not-ready` */
export const recommenderOf = (running: Runtime) => offered(running, 'recommender');

/** What this process knows of the nodes. @throws AppError `role-not-running` or `not-ready` */
export const nodesOf = (running: Runtime) => offered(running, 'nodes');

/** The policies that this process follows. @throws AppError `role-not-running` or `not-ready` */
export const rulesOf = (running: Runtime) => offered(running, 'rules');

/** What people are told by this process. @throws AppError `role-not-running` or `not-ready` */
export const messagesOf = (running: Runtime) => offered(running, 'messages');

/** What people do in this process. @throws AppError `not-ready` before the first connection */
export function operationsOf({ operations, config }: Runtime): Operations {
  if (!operations) throw absent(config, 'not-ready');
  return operations;
}

/** What people try on the past. @throws AppError `not-ready` before the first connection */
export function replaysOf({ replays, config }: Runtime): Replays {
  if (!replays) throw absent(config, 'not-ready');
  return replays;
}

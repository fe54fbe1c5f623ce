import { AppError } from '@/server/errors';
import type { FleetHandle } from '@/server/fleet/handle';
import type { NodesHandle } from '@/server/nodes/handle';
import type { OperationsHandle } from '@/server/operations';
import type { Replays } from '@/server/process/replays/replays';
import type { Runtime } from '@/server/process/runtime';
import type { RecommenderHandle } from '@/server/recommender';
import type { TellingHandle } from '@/server/telling/handle';
import type { UpdaterHandle } from '@/server/updater';

/** The updater of this process. @throws AppError `role-not-running` or `not-ready` */
export function updaterOf(running: Runtime): UpdaterHandle {
  const { updater } = running.handles;
  if (updater) return updater;
  throw new AppError(running.config.roles.includes('updater') ? 'not-ready' : 'role-not-running');
}

/** The recommender of this process. @throws AppError `role-not-running` or `not-ready` */
export function recommenderOf(running: Runtime): RecommenderHandle {
  const { recommender } = running.handles;
  if (recommender) return recommender;
  throw new AppError(running.config.roles.includes('recommender') ? 'not-ready' : 'role-not-running');
}

/** What this process knows of the nodes. @throws AppError `role-not-running` or `not-ready` */
export function nodesOf(running: Runtime): NodesHandle {
  const { nodes } = running.handles;
  if (nodes) return nodes;
  throw new AppError(running.config.roles.includes('nodes') ? 'not-ready' : 'role-not-running');
}

/** The policies that this process follows. @throws AppError `role-not-running` or `not-ready` */
export function fleetOf(running: Runtime): FleetHandle {
  const { fleet } = running.handles;
  if (fleet) return fleet;
  throw new AppError(running.config.roles.includes('fleet') ? 'not-ready' : 'role-not-running');
}

/** What people are told by this process. @throws AppError `role-not-running` or `not-ready` */
export function tellingOf(running: Runtime): TellingHandle {
  const { telling } = running.handles;
  if (telling) return telling;
  throw new AppError(running.config.roles.includes('telling') ? 'not-ready' : 'role-not-running');
}

/** What people do in this process. @throws AppError `not-ready` before the first connection */
export function operationsOf({ operations }: Runtime): OperationsHandle {
  if (!operations) throw new AppError('not-ready');
  return operations;
}

/** What people try on the past. @throws AppError `not-ready` before the first connection */
export function replaysOf({ replays }: Runtime): Replays {
  if (!replays) throw new AppError('not-ready');
  return replays;
}

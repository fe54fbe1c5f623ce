import { AppError } from '@/server/errors';
import type { Runtime } from '@/server/process/runtime';
import type { StopsHandle, UpdaterHandle } from '@/server/updater';

/** The updater of this process. @throws AppError `role-not-running` or `not-ready` */
export function updaterOf({ updater, config }: Runtime): UpdaterHandle {
  if (updater) return updater;
  throw new AppError(config.roles.includes('updater') ? 'not-ready' : 'role-not-running');
}

/** The stops of this process. @throws AppError `not-ready` before the first connection */
export function stopsOf({ stops }: Runtime): StopsHandle {
  if (!stops) throw new AppError('not-ready');
  return stops;
}

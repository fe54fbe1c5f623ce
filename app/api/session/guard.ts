import type { Access, Sessions } from '@/server/access';
import { AppError } from '@/server/errors';
import { access } from '@/server/host/runtime';

/** Who may do what in this process. @throws AppError `not-ready` while it starts */
export function guardOfProcess(): Access {
  const guard = access();
  if (!guard) throw new AppError('not-ready');
  return guard;
}

/** @throws AppError `not-found` where nobody signs in, `not-ready` while the process starts */
export function sessionsOfProcess(): Sessions {
  const { sessions } = guardOfProcess();
  if (!sessions) throw new AppError('not-found', 'nobody signs in here');
  return sessions;
}

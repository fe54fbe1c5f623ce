import type { Sessions } from '@/server/access';
import { access } from '@/server/host/runtime';
import { AppError } from '@/server/lib/report/errors';

/** @throws AppError `not-found` where nobody signs in, `not-ready` while the process starts */
export function sessionsOfProcess(): Sessions {
  const { sessions } = access();
  if (!sessions) throw new AppError('not-found', 'nobody signs in here');
  return sessions;
}

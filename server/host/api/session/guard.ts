import type { Sessions } from '../../../access';
import { AppError } from '../../../lib/report/errors';
import { access } from '../../runtime';

/** @throws AppError `not-found` where nobody signs in, `not-ready` while the process starts */
export function sessionsOfProcess(): Sessions {
  const { sessions } = access();
  if (!sessions) throw new AppError('not-found', 'nobody signs in here');
  return sessions;
}

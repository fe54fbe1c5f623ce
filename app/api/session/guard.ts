import type { Access } from '@/server/access';
import { AppError } from '@/server/errors';
import { access } from '@/server/process/runtime';

/** Who may do what in this process. @throws AppError `not-ready` while it starts */
export function guardOfProcess(): Access {
  const guard = access();
  if (!guard) throw new AppError('not-ready');
  return guard;
}

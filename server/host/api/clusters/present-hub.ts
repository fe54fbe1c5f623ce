import { AppError } from '../../../lib/report/errors';
import { runtime } from '../../runtime';

/** The hub of this process. @throws AppError `no-hub` if it is none */
export function presentHub() {
  const { hub } = runtime();
  if (!hub) throw new AppError('no-hub', 'PLUMBLINE_CLUSTERS names no clusters here');
  return hub;
}

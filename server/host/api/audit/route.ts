import { readAudit } from '../../../contract/requests/audit';
import { runtime } from '../../runtime';
import { listing } from '../listing';

export const GET = listing(({ params, reach }) => {
  const within = reach.namespaces && [...reach.namespaces];
  return readAudit(runtime().store, { params, within }, runtime().clock.now());
});

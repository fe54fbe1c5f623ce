import { listing } from '@/app/api/listing';
import { readAudit } from '@/server/contract/requests/audit';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing(({ params, reach }) => {
  const within = reach.namespaces && [...reach.namespaces];
  return readAudit(runtime().store, { params, within }, runtime().clock.now());
});

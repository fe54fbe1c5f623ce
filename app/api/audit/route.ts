import { view } from '@/app/api/view';
import { readAudit } from '@/server/process/requests/audit';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(({ url }) =>
  readAudit(runtime().store, new URL(url).searchParams, runtime().clock.now()),
);

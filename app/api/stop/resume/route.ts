import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { readScope } from '@/server/process/requests/stops';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What a resume would do. */
export const GET = view(({ url }) =>
  operationsOf(runtime()).resumeEffect(readScope(new URL(url).searchParams)),
);

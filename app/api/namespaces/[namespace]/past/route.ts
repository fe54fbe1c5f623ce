import { view } from '@/app/api/view';
import { Reach } from '@/server/access';
import { pastTotals } from '@/server/process/pages/overview/past-query';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What the workloads of a namespace requested, needed and used, of a day, a week or a month. */
export const GET = view<{ namespace: string }>(({ url }, { namespace }) =>
  pastTotals(runtime().pages.past, {
    params: new URL(url).searchParams,
    reach: Reach.within([namespace]),
  }),
);

import { view } from '@/app/api/view';
import { VisibleNamespaces } from '@/server/access';
import { runtime } from '@/server/host/runtime';
import { pastTotals } from '@/server/pages/overview/past-query';

export const dynamic = 'force-dynamic';

/** What the workloads of a namespace requested, needed and used, of a day, a week or a month. */
export const GET = view<{ namespace: string }>(({ url }, { namespace }) =>
  pastTotals(runtime().pages.past, {
    params: new URL(url).searchParams,
    reach: VisibleNamespaces.within([namespace]),
  }),
);

import { VisibleNamespaces } from '../../../../../access';
import { pastTotals } from '../../../../../pages/overview/past-query';
import { runtime } from '../../../../runtime';
import { view } from '../../../view';

/** What the workloads of a namespace requested, needed and used, of a day, a week or a month. */
export const GET = view<{ namespace: string }>(({ url }, { namespace }) =>
  pastTotals(runtime().pages.past, {
    params: new URL(url).searchParams,
    reach: VisibleNamespaces.within([namespace]),
  }),
);

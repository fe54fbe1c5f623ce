import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The names of the workloads that match a query of the list. */
export const GET = view(({ url }) => runtime().pages.workloadLists.matching(new URL(url).searchParams));

import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of the workloads, and the totals of the cluster. */
export const GET = view(({ url }) => runtime().pages.workloads(new URL(url).searchParams));

import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The workloads that fit what is typed best. */
export const GET = view(({ url }) => runtime().pages.search(new URL(url).searchParams));

import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The workloads that best match the typed words. */
export const GET = view(({ url }) => runtime().pages.search(new URL(url).searchParams));

import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** One page of what is wrong now. */
export const GET = view(({ url }) => runtime().pages.problems(new URL(url).searchParams));

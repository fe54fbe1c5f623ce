import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The state of the cluster at a glance. */
export const GET = view(() => runtime().pages.overview());

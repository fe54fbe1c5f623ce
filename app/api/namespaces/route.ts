import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The namespaces that have VPAs, and how many. */
export const GET = view(() => runtime().pages.namespaces());

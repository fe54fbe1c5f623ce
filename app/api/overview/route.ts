import { listing } from '@/app/api/listing';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The state of the cluster at a glance. */
export const GET = listing((asked) => runtime().pages.overview(asked));

import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The workloads that best match the typed words. */
export const GET = listing((asked) => runtime().pages.search(asked));

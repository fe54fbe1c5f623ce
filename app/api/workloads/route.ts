import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** One page of the workloads, and their totals. */
export const GET = listing((asked) => runtime().pages.workloads(asked));

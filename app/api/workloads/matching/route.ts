import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The names of the workloads that match a query of the list. */
export const GET = listing((asked) => runtime().pages.workloadLists.matching(asked));

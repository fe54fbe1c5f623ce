import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';
import { pastTotals } from '@/server/pages/overview/past-query';

export const dynamic = 'force-dynamic';

/** What the workloads of now requested, needed and used, of a day, a week or a month. */
export const GET = listing((asked) => pastTotals(runtime().pages.past, asked));

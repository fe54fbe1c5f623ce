import { listing } from '@/app/api/listing';
import { pastTotals } from '@/server/process/pages/overview/past-query';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What the workloads of now requested, needed and used, of a day, a week or a month. */
export const GET = listing((asked) => pastTotals(runtime().pages.past, asked));

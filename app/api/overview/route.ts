import { listing } from '@/app/api/listing';
import { overviewOf } from '@/server/process/pages/overview';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The state of the cluster at a glance. */
export const GET = listing((asked) => overviewOf(runtime(), asked));

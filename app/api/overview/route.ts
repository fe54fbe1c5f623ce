import { listing } from '@/app/api/listing';
import { runtime } from '@/server/host/runtime';
import { overviewOf } from '@/server/pages/overview';

export const dynamic = 'force-dynamic';

/** The state of the cluster at a glance. */
export const GET = listing((asked) => overviewOf(runtime(), asked));

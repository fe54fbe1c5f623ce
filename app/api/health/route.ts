import { answer } from '@/app/api/answer';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Whether the process serves: true as soon as it runs, even without a cluster. */
export const GET = answer(() => runtime().health(), 'public');

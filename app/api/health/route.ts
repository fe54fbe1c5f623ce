import { answer } from '@/app/api/answer';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Whether the process serves: true as soon as it runs, even without a cluster, until it needs a restart. */
export const GET = answer(() => {
  const health = runtime().health();
  return Response.json(health, { status: health.ok ? 200 : 503 });
}, 'public');

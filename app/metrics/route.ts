import { answer } from '@/app/api/answer';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** Prometheus text exposition of every role in this process. */
export const GET = answer(async () => {
  const { metrics } = runtime();
  return new Response(await metrics.metrics(), { headers: { 'content-type': metrics.contentType } });
}, 'public');

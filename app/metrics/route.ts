import { answer } from '@/app/api/answer';
import { metricsText } from '@/server/host/metrics-text';
import { runtime } from '@/server/host/runtime';
import { AppError } from '@/server/lib/report/errors';

export const dynamic = 'force-dynamic';

/** Prometheus text exposition of every role in this process, unless it has a port of its own. */
export const GET = answer(async () => {
  const { metrics, config } = runtime();
  if (config.metricsPort > 0) throw new AppError('not-found', `metrics are on port ${config.metricsPort}`);
  return new Response(await metricsText(metrics), { headers: { 'content-type': metrics.contentType } });
}, 'public');

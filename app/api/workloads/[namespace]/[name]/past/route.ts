import { view } from '@/app/api/view';
import { readPast } from '@/server/process/requests';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What one container was recommended, asked for and used. */
export const GET = view<{ namespace: string; name: string }>(({ url }, workload) => {
  const { series, store: journal, clock } = runtime();
  return readPast(workload, new URL(url).searchParams, { series, journal, nowMs: clock.now() });
});

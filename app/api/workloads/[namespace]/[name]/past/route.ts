import { view } from '@/app/api/view';
import { pastAnswers } from '@/server/host/requests/past';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The recommendations, requests and usage of one container. */
export const GET = view<{ namespace: string; name: string }>(({ url }, workload) => {
  const { series, store: journal, clock } = runtime();
  return pastAnswers.read(workload, new URL(url).searchParams, {
    series,
    journal,
    nowMs: clock.now(),
    speed: clock.speed,
  });
});

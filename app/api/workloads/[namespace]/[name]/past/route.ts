import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { pastAnswers } from '@/server/pages/past/past-answers';

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

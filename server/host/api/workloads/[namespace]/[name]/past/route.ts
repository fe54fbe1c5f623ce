import { pastAnswers } from '../../../../../../pages/past/past-answers';
import { runtime } from '../../../../../runtime';
import { view } from '../../../../view';

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

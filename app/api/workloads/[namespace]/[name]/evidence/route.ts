import { recommenderOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { AppError } from '@/server/lib/report/errors';

export const dynamic = 'force-dynamic';

/** What the recommender of a workload saw and weighed of the container in `container`. */
export const GET = view<{ namespace: string; name: string }>(({ url }, { namespace, name }) => {
  const asked = new URL(url).searchParams;
  const answer = recommenderOf(runtime()).evidence(
    namespace,
    name,
    asked.get('container') ?? '',
    asked.get('group') ?? undefined,
  );
  if (!answer) throw new AppError('not-found', `VerticalPodAutoscaler ${namespace}/${name}`);
  return answer;
});

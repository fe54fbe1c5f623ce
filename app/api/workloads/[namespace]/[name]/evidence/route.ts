import { recommenderOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { AppError } from '@/server/errors';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What the recommender of a workload saw and weighed of the container in `container`. */
export const GET = view<{ namespace: string; name: string }>(({ url }, { namespace, name }) => {
  const container = new URL(url).searchParams.get('container') ?? '';
  const answer = recommenderOf(runtime()).evidence(namespace, name, container);
  if (!answer) throw new AppError('not-found', `VerticalPodAutoscaler ${namespace}/${name}`);
  return answer;
});

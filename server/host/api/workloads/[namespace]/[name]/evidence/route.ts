import { AppError } from '../../../../../../lib/report/errors';
import { runtime } from '../../../../../runtime';
import { recommenderOf } from '../../../../roles';
import { view } from '../../../../view';

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

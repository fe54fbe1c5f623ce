import { type RecommendationAnswer, readQuery } from '../admission/recommendation-query';
import type { Trials } from '../admission/trials';
import { inUseList } from '../decide/pods/in-use';
import type { ClusterContext } from '../kube/role-context';
import { AppError } from '../lib/report/errors';
import { ownerKey, targetOfVpa } from '../objects/target-key';
import type { RecommenderHandle } from '../recommender/handle';
import { aboutVpa } from '../words/object-fault';

export { readQuery };

/** The parts of a process that can answer; the recommender is absent if it does not run here. */
interface QueryParts {
  cluster: ClusterContext | undefined;
  admission?: Trials | undefined;
  recommender?: RecommenderHandle | undefined;
  trials(): Promise<Trials>;
}

/**
 * Answers a recommendation query: as admission does, which can cap for a pod, or, in a process that recommends and
 * does not admit, what the recommender says for a VPA.
 * @throws AppError `invalid`, `not-found` or `not-ready`
 */
export async function answerRecommendationQuery(
  body: unknown,
  { cluster, admission, recommender, trials }: QueryParts,
): Promise<RecommendationAnswer> {
  const query = readQuery(body);
  if (!cluster) throw new AppError('not-ready');
  if (admission || !recommender || query.kind !== 'vpa') return (await trials()).recommend(query);
  const { namespace, name } = query;
  const vpa = cluster.caches.vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa({ namespace, name }));
  const live = recommender.recommendationFor(vpa);
  // What another recommender says is in the status; what the pods use is known all the same.
  const recommendation = live ?? vpa.status?.recommendation ?? undefined;
  if (!recommendation) throw new AppError('not-found', `nothing is recommended for ${namespace}/${name} yet`);
  const target = targetOfVpa(vpa);
  const inUse = inUseList(target && recommender.inUseBy(ownerKey(target)));
  const historyMs = recommender.historyMsOf(vpa);
  return {
    namespace,
    vpa: name,
    origin: live ? 'live' : 'status',
    recommendation,
    ...(inUse && { inUse }),
    ...(historyMs !== undefined && { historyMs }),
  };
}

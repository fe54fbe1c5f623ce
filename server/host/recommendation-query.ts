import type { AdmissionHandle } from '../admission';
import { type RecommendationAnswer, readQuery } from '../admission/recommendation-query';
import { AppError } from '../errors';
import { aboutVpa } from '../kube/object-fault';
import type { ClusterContext } from '../kube/role-context';
import type { RecommenderHandle } from '../recommender/handle';

export { readQuery };

/** The parts of a process that can answer; each is absent if its role does not run here. */
interface QueryParts {
  cluster: ClusterContext | undefined;
  admission?: AdmissionHandle | undefined;
  recommender?: RecommenderHandle | undefined;
}

/**
 * Answers a recommendation query: through admission, which can cap for a pod, or, in a process that only
 * recommends, what the recommender says for a VPA.
 * @throws AppError `invalid`, `not-found`, `not-ready` or `role-not-running`
 */
export async function answerRecommendationQuery(
  body: unknown,
  { cluster, admission, recommender }: QueryParts,
): Promise<RecommendationAnswer> {
  const query = readQuery(body);
  if (!cluster) throw new AppError('not-ready');
  if (admission) return admission.recommend(query);
  if (!recommender || query.kind !== 'vpa')
    throw new AppError('role-not-running', 'only a process with the admission role can answer for a pod');
  const { namespace, name } = query;
  const vpa = cluster.caches.vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa({ namespace, name }));
  const recommendation = recommender.recommendationFor(vpa);
  if (!recommendation) throw new AppError('not-found', `nothing is recommended for ${namespace}/${name} yet`);
  return { namespace, vpa: name, origin: 'live', recommendation };
}

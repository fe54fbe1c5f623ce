import { throttlingFactorOf } from '../cluster/throttling-factor';
import type { RoleContext } from '../kube/role-context';
import { errorText } from '../lib/report/errors';
import type { RecommenderSettings } from './settings';

/** The same with the memoryThrottlingFactor of the kubelets, where that is lower than what the settings state. */
export async function byKubelets(
  context: RoleContext<RecommenderSettings>,
): Promise<RoleContext<RecommenderSettings>> {
  const { client, config, problems } = context;
  const log = context.log.child({ room: 'recommender' });
  try {
    const { factor, answered, asked } = await throttlingFactorOf(client);
    if (asked > 0 && answered === 0) {
      problems.report('kubelets-not-read', 'nodes', `none of the ${asked} asked answers`);
      return context;
    }
    log.info({ factor: factor ?? 'none', answered, asked }, 'Kubelets told their memoryThrottlingFactor');
    if (factor === undefined || factor >= config.memoryThrottlingFactor) return context;
    return { ...context, config: { ...config, memoryThrottlingFactor: factor } };
  } catch (thrown) {
    problems.report('kubelets-not-read', 'nodes', errorText(thrown));
    return context;
  }
}

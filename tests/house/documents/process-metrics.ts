import { ROLES } from '../../../server/host/roles';
import { LivingScenario } from '../../support/living-scenario';
import { until } from '../../support/until';
import { metricsPage } from './metrics';

/** `docs/metrics.md` as a process says it that runs every role on the embedded cluster. */
export async function metricsPageOfProcess(): Promise<string> {
  const scenario = await LivingScenario.start('small-shop', 'shop');
  try {
    const { running } = scenario;
    await until('every role', () => ROLES.every(({ name }) => running.handles[name] !== undefined));
    return metricsPage(running.metrics);
  } finally {
    await scenario.stop();
  }
}

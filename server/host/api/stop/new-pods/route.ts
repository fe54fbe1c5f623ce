import { namespaceOfRight, RIGHTS } from '../../../../access';
import type { NewPodsOfVpa } from '../../../../contract/operations';
import { readScope } from '../../../../contract/requests/stops';
import { stoppedNewPods } from '../../../../pages/reports/new-pods-without';
import { reportSources } from '../../../../pages/reports/of-runtime';
import { access, runtime } from '../../../runtime';
import { view } from '../../view';

/** What new pods get now and would state under a stop, for whoever may read what it covers. */
export const GET = view(
  async ({ url }, _params, person) => {
    const scope = readScope(new URL(url).searchParams);
    await access().mustMayDo(person, [RIGHTS.read(namespaceOfRight(scope))]);
    const { vpas, ...rest } = await stoppedNewPods(reportSources(runtime()), scope);
    return { ...rest, vpas: vpas.map(withFormerName) };
  },
  { entry: 'person' },
);

/** Answers only gain fields: `template` is what `after` was called. */
function withFormerName(vpa: NewPodsOfVpa) {
  return { ...vpa, containers: vpa.containers.map((one) => ({ ...one, template: one.after })) };
}

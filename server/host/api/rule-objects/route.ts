import { RIGHTS } from '../../../access';
import type { StatedRulesView } from '../../../contract/stated-rules';
import { inSlices } from '../../../lib/time/slices';
import { statedRules } from '../../../pages/rules/stated-rules';
import { runtime } from '../../runtime';
import { mayOf } from '../rights-of';
import { rulesOf } from '../roles';
import { view } from '../view';

/** What the rules of this cluster state, as far as the person may read them. */
export const GET = view(
  async (_request, _params, person): Promise<StatedRulesView> => {
    const user = person.name !== undefined ? { user: person.name } : {};
    const running = runtime();
    if (!(await mayOf(person)(RIGHTS.readPolicies())))
      return { ...user, without: 'right', all: 0, rules: [] };
    if (!running.handles.rules && running.config.roles.every((role) => role !== 'rules'))
      return { ...user, without: 'role', all: 0, rules: [] };
    const rules = rulesOf(running);
    return {
      ...user,
      ...(!rules.isInstalled && { without: 'kind' }),
      ...(await inSlices(statedRules(rules))),
    };
  },
  { entry: 'person' },
);

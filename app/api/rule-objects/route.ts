import { mayOf } from '@/app/api/rights-of';
import { rulesOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import type { StatedRulesView } from '@/server/contract/stated-rules';
import { runtime } from '@/server/host/runtime';
import { inSlices } from '@/server/lib/time/slices';
import { statedRules } from '@/server/pages/rules/stated-rules';

export const dynamic = 'force-dynamic';

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

import { mayOf } from '@/app/api/rights-of';
import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { namespaceOfRight, RIGHTS } from '@/server/access';
import { readScope } from '@/server/contract/requests/stops';
import { access, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What a resume would do, for whoever may do it or read what it covers. */
export const GET = view(
  async ({ url }, _params, person) => {
    const scope = readScope(new URL(url).searchParams);
    if (!(await mayOf(person)(RIGHTS.resume(scope))))
      await access().mustMayDo(person, [RIGHTS.read(namespaceOfRight(scope))]);
    return operationsOf(runtime()).resumeEffect(scope);
  },
  { entry: 'person' },
);

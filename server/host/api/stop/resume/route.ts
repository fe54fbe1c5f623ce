import { namespaceOfRight, RIGHTS } from '../../../../access';
import { readScope } from '../../../../contract/requests/stops';
import { access, runtime } from '../../../runtime';
import { mayOf } from '../../rights-of';
import { operationsOf } from '../../roles';
import { view } from '../../view';

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

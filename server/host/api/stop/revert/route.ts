import { DEEDS, namespaceOfRight, RIGHTS } from '../../../../access';
import { readScope, scopeSchema } from '../../../../contract/requests/stops';
import { access, runtime } from '../../../runtime';
import { mutation } from '../../mutation';
import { mayOf } from '../../rights-of';
import { operationsOf } from '../../roles';
import { view } from '../../view';

/** What a revert would do, for whoever may do it or read what it covers. */
export const GET = view(
  async ({ url }, _params, person) => {
    const scope = readScope(new URL(url).searchParams);
    if (!(await mayOf(person)(RIGHTS.revert(scope))))
      await access().mustMayDo(person, [RIGHTS.read(namespaceOfRight(scope))]);
    return operationsOf(runtime()).reverts.preview(scope);
  },
  { entry: 'person' },
);

/** Resizes pods that were resized in place back to their templates. */
export const POST = mutation({
  on: runtime,
  schema: scopeSchema,
  rights: ({ input }) => DEEDS.revert(input.scope),
  action: ({ input, who, on }) => operationsOf(on).reverts.revert(input.scope, who),
});

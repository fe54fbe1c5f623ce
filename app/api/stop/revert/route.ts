import { mutation } from '@/app/api/mutation';
import { mayOf } from '@/app/api/rights-of';
import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { DEEDS, namespaceOfRight, RIGHTS } from '@/server/access';
import { readScope, scopeSchema } from '@/server/contract/requests/stops';
import { access, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

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

import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { savedEditSchema } from '@/server/contract/requests/policy-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { PolicyEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** Saves a change of the policy; answers with its effect. */
export const PATCH = mutation<Runtime, PolicyEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: savedEditSchema,
  rights: ({ params }) => DEEDS['change-vpa'](params),
  action: ({ input, params, author, on }) =>
    operationsOf(on).policies.save(params.namespace, params.name, input, author),
});

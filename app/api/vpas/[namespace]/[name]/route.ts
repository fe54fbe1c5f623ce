import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import type { PolicyEdit } from '@/server/operations';
import { savedEditSchema } from '@/server/process/requests';

export const dynamic = 'force-dynamic';

/** Saves a change of the policy; answers with its effect. */
export const PATCH = mutation<PolicyEdit, { namespace: string; name: string }>({
  schema: savedEditSchema,
  action: ({ input, params, who, runtime }) =>
    operationsOf(runtime).save(params.namespace, params.name, input, who),
});

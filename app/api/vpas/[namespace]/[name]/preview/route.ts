import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import type { PolicyEdit } from '@/server/operations';
import { policyEditSchema } from '@/server/process/requests';

export const dynamic = 'force-dynamic';

/** The effect of saving the change. Changes nothing. */
export const POST = mutation<PolicyEdit, { namespace: string; name: string }>({
  schema: policyEditSchema,
  action: ({ input, params, runtime }) => operationsOf(runtime).preview(params.namespace, params.name, input),
});

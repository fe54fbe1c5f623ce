import { mutation } from '@/app/api/mutation';
import { updaterOf } from '@/app/api/roles';
import { policyEditSchema } from '@/server/process/requests';
import type { PolicyEdit } from '@/server/updater';

export const dynamic = 'force-dynamic';

/** What saving the change would do. Changes nothing. */
export const POST = mutation<PolicyEdit, { namespace: string; name: string }>({
  schema: policyEditSchema,
  action: ({ input, params, runtime }) => updaterOf(runtime).preview(params.namespace, params.name, input),
});

import { mutation } from '@/app/api/mutation';
import { updaterOf } from '@/app/api/roles';
import { savedEditSchema } from '@/server/process/requests';
import type { PolicyEdit } from '@/server/updater';

export const dynamic = 'force-dynamic';

/** Saves a change of the policy; answers what it does. */
export const PATCH = mutation<PolicyEdit, { namespace: string; name: string }>({
  schema: savedEditSchema,
  action: ({ input, params, who, runtime }) =>
    updaterOf(runtime).save(params.namespace, params.name, input, who),
});

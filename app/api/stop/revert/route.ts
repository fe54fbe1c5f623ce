import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { scopeSchema } from '@/server/process/requests';

export const dynamic = 'force-dynamic';

/** Resizes pods that were resized in place back to their templates. */
export const POST = mutation({
  schema: scopeSchema,
  action: ({ input, who, runtime }) => operationsOf(runtime).revert(input.scope, who),
});

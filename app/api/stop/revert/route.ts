import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { scopeSchema } from '@/server/contract/requests/stops';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Resizes pods that were resized in place back to their templates. */
export const POST = mutation({
  on: runtime,
  schema: scopeSchema,
  rights: ({ input }) => DEEDS.revert(input.scope),
  action: ({ input, who, on }) => operationsOf(on).revert(input.scope, who),
});

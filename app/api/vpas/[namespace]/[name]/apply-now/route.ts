import * as z from 'zod';
import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { type Runtime, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Lets changes of its pods that only their time holds back be made now. */
export const POST = mutation<Runtime, Record<string, never>, { namespace: string; name: string }>({
  on: runtime,
  schema: z.strictObject({}),
  rights: ({ params }) => DEEDS['change-vpa'](params),
  action: ({ params, author, on }) => operationsOf(on).applyNow(params.namespace, params.name, author),
});

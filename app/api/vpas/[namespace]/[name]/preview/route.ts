import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { policyEditSchema } from '@/server/contract/requests/policy-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { PolicyEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** The effect of saving the change. Changes nothing. */
export const POST = trial<Runtime, PolicyEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: policyEditSchema,
  rights: ({ params }) => [RIGHTS.read(params.namespace)],
  action: ({ input, params, author, on }) =>
    operationsOf(on).policies.preview(params.namespace, params.name, input, author),
});

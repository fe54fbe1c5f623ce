import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { scalingPolicyEditSchema } from '@/server/contract/requests/scaling-policy-edit-schema';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { ScalingPolicyEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** What saving the change would do. Changes nothing. */
export const POST = trial<Runtime, ScalingPolicyEdit, { name: string }>({
  on: runtime,
  schema: scalingPolicyEditSchema,
  rights: () => [RIGHTS.read()],
  action: ({ input, params, on }) => operationsOf(on).scalingPolicies.preview(params.name, input),
});

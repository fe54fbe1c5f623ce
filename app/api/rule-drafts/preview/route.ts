import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { draftedScalingPolicySchema } from '@/server/contract/requests/scaling-policy-edit-schema';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { ScalingPolicyEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** What the policy would do. Changes nothing. */
export const POST = trial<Runtime, ScalingPolicyEdit>({
  on: runtime,
  schema: draftedScalingPolicySchema,
  rights: () => [RIGHTS.read()],
  action: ({ input, on }) => operationsOf(on).scalingPolicies.previewNew(input),
});

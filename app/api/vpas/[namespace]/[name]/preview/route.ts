import { trial } from '@/app/api/mutation';
import { newPodsAfter } from '@/app/api/new-pods-after';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import type { EffectView } from '@/server/contract/operations';
import { policyEditSchema } from '@/server/contract/requests/policy-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { PolicyEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** The effect of saving the change. Changes nothing. */
export const POST = trial<Runtime, PolicyEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: policyEditSchema,
  rights: ({ params }) => [RIGHTS.read(params.namespace)],
  action: async ({ input, params, author, on }): Promise<EffectView> => {
    const effect = await operationsOf(on).policies.preview(params.namespace, params.name, input, author);
    const newPods = effect.errors.length === 0 ? await newPodsAfter(on, params, input) : undefined;
    return newPods ? { ...effect, newPods } : effect;
  },
});

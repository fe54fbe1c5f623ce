import { RIGHTS } from '../../../../../../access';
import type { EffectView } from '../../../../../../contract/operations';
import { policyEditSchema } from '../../../../../../contract/requests/policy-edit';
import type { PolicyEdit } from '../../../../../../operations';
import { type Runtime, runtime } from '../../../../../runtime';
import { trial } from '../../../../mutation';
import { newPodsAfter } from '../../../../new-pods-after';
import { operationsOf } from '../../../../roles';

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

import { DEEDS } from '../../../../../access';
import { savedEditSchema } from '../../../../../contract/requests/policy-edit';
import type { PolicyEdit } from '../../../../../operations';
import { type Runtime, runtime } from '../../../../runtime';
import { mutation } from '../../../mutation';
import { operationsOf } from '../../../roles';

/** Saves a change of the policy; answers with its effect. */
export const PATCH = mutation<Runtime, PolicyEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: savedEditSchema,
  rights: ({ params }) => DEEDS['change-vpa'](params),
  action: ({ input, params, author, on }) =>
    operationsOf(on).policies.save(params.namespace, params.name, input, author),
});

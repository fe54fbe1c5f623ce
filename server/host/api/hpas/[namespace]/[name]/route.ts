import { DEEDS, RIGHTS } from '../../../../../access';
import { savedHpaEditSchema } from '../../../../../contract/requests/hpa-edit';
import type { HpaEdit } from '../../../../../operations';
import { type Runtime, runtime } from '../../../../runtime';
import { mutation } from '../../../mutation';
import { operationsOf } from '../../../roles';
import { view } from '../../../view';

export const GET = view<{ namespace: string; name: string }>(
  (_, { namespace, name }) => runtime().hpa(namespace, name),
  { entry: ({ namespace }) => [RIGHTS.readHpas(namespace)] },
);

/** Saves a change of the rules; answers with its effect. */
export const PATCH = mutation<Runtime, HpaEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: savedHpaEditSchema,
  rights: ({ params }) => DEEDS['change-hpa'](params),
  action: ({ input, params, author, on }) =>
    operationsOf(on).hpas.save(params.namespace, params.name, input, author),
});

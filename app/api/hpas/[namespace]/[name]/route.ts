import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { DEEDS, RIGHTS } from '@/server/access';
import { savedHpaEditSchema } from '@/server/contract/requests/hpa-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { HpaEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

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

import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { hpaEditSchema } from '@/server/contract/requests/hpa-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { HpaEdit } from '@/server/operations';

export const dynamic = 'force-dynamic';

/** The effect of saving the change. Changes nothing. */
export const POST = trial<Runtime, HpaEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: hpaEditSchema,
  rights: ({ params }) => [RIGHTS.readHpas(params.namespace)],
  action: ({ input, params, on }) => operationsOf(on).hpas.preview(params.namespace, params.name, input),
});

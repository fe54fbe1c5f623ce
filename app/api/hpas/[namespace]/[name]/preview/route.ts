import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { hpaEditSchema } from '@/server/contract/requests/hpa-edit';
import { type Runtime, runtime } from '@/server/host/runtime';
import type { HpaEdit } from '@/server/operations';
import { reportSources } from '@/server/pages/reports/of-runtime';
import { replicaAmounts } from '@/server/pages/reports/replica-amounts';

export const dynamic = 'force-dynamic';

/** The effect of saving the change. Changes nothing. */
export const POST = trial<Runtime, HpaEdit, { namespace: string; name: string }>({
  on: runtime,
  schema: hpaEditSchema,
  rights: ({ params }) => [RIGHTS.readHpas(params.namespace)],
  action: async ({ input, params: { namespace, name }, on }) => {
    const effect = await operationsOf(on).hpas.preview(namespace, name, input);
    if (!effect.trial) return effect;
    return { ...effect, replica: await replicaAmounts(reportSources(on), namespace, name) };
  },
});

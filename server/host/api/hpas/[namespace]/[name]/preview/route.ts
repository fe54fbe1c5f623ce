import { RIGHTS } from '../../../../../../access';
import { hpaEditSchema } from '../../../../../../contract/requests/hpa-edit';
import type { HpaEdit } from '../../../../../../operations';
import { reportSources } from '../../../../../../pages/reports/of-runtime';
import { replicaAmounts } from '../../../../../../pages/reports/replica-amounts';
import { type Runtime, runtime } from '../../../../../runtime';
import { trial } from '../../../../mutation';
import { operationsOf } from '../../../../roles';

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

import { type BulkForecastView, bulkSchema } from '../../../../contract/requests/bulk';
import { Slices } from '../../../../lib/time/slices';
import { runtime } from '../../../runtime';
import { trial } from '../../mutation';
import { newPodsAfter } from '../../new-pods-after';
import { operationsOf } from '../../roles';
import { bulkPerson } from '../person';

/** What some of the steps of a change of many objects would do. Changes nothing. */
export const POST = trial({
  on: runtime,
  schema: bulkSchema,
  rights: () => [],
  action: async ({ input: { steps }, author, may, on }): Promise<BulkForecastView> => {
    const { bulk } = operationsOf(on);
    const { results } = await bulk.preview(steps, bulkPerson(author, may));
    const slices = new Slices();
    for (const [index, step] of steps.entries()) {
      const forecast = results[index];
      if (forecast?.kind !== 'changes' || step.kind !== 'mode') continue;
      const newPods = await newPodsAfter(on, step, { updateMode: step.mode });
      if (newPods) results[index] = { ...forecast, newPods };
      await slices.breathe();
    }
    return { results };
  },
});

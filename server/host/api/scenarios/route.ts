import { DEEDS } from '../../../access';
import { scenarioChoiceSchema } from '../../../contract/scenarios';
import { scenarios } from '../../runtime';
import { mutation } from '../mutation';
import { view } from '../view';

/** The current scenario and the catalogue; answers even between two clusters. */
export const GET = view(() => scenarios().view(), { entry: 'person' });

/** Replaces the embedded cluster; answers once the new one is up. */
export const POST = mutation({
  on: scenarios,
  schema: scenarioChoiceSchema,
  rights: DEEDS['switch-scenario'],
  action: ({ input, who, on }) => on.run(input, who),
});

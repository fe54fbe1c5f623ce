import { mutation } from '@/app/api/mutation';
import { view } from '@/app/api/view';
import { DEEDS } from '@/server/access';
import { scenarioChoiceSchema } from '@/server/contract/scenarios';
import { scenarios } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** The current scenario and the catalogue; answers even between two clusters. */
export const GET = view(() => scenarios().view(), { entry: 'person' });

/** Replaces the embedded cluster; answers once the new one is up. */
export const POST = mutation({
  on: scenarios,
  schema: scenarioChoiceSchema,
  rights: DEEDS['switch-scenario'],
  action: ({ input, who, on }) => on.run(input, who),
});

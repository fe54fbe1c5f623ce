/** `npm run hand-back`: from Plumbline back to the upstream VPA. */
import { keptWebhooks } from './carry-out';
import { run } from './command';
import { findBoth } from './found';
import { limitedApart } from './memory-limits';
import { handBack } from './steps';

run(async (client, config) =>
  handBack(await findBoth(client, config), {
    hasKeptWebhook: (await keptWebhooks(client, config)) !== undefined,
    limitedApart: (await limitedApart(client)).length,
  }),
);

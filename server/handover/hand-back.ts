/** `npm run hand-back`: from Plumbline back to the upstream VPA. */
import { keptWebhooks } from './carry-out';
import { run } from './command';
import { findBoth } from './found';
import { handBack } from './steps';

run(async (client, config) =>
  handBack(await findBoth(client, config), (await keptWebhooks(client, config)) !== undefined),
);

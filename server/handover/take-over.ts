/** `npm run take-over`: from the upstream VPA to Plumbline. */
import { run } from './command';
import { findBoth } from './found';
import { takeOver } from './steps';

run(async (client, config) => takeOver(await findBoth(client, config)));

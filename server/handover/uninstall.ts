/** `npm run uninstall`, in the folder of this checkout: takes Plumbline out of the cluster. */
import { run } from './command';
import { findBoth } from './found';
import { installable, installedIn } from './installed';
import { findLeft, uninstall } from './removal';

run(async (client, config) => {
  const installed = await installedIn(client, installable(process.cwd()));
  return uninstall(await findBoth(client, config), await findLeft(client, installed));
});

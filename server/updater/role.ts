import { role } from '../kube/role';
import { kindsToWatch } from './gather/kinds';
import type { UpdaterHandle } from './handle';
import type { UpdaterOptions } from './index';
import { UPDATER_READS } from './settings';

/** Plans what to do to each pod, and does it. */
export const updater = role({
  name: 'updater',
  watches: kindsToWatch,
  settings: UPDATER_READS,
  acts: true,
  leads: true,
  check: async (settings) => (await import('./checks')).checkUpdaterSettings(settings),
  start: async (context, ports: UpdaterOptions): Promise<UpdaterHandle> =>
    (await import('./index')).startUpdater(context, ports),
  offers: (handle) => ({ planner: handle, heldWorkloads: handle }),
});

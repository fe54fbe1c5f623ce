import { role } from '../kube/role';
import type { Journal } from '../store';
import type { GraduationPorts } from './graduation/ports';
import type { FleetHandle } from './handle';
import { FLEET_KINDS } from './kinds';
import { FLEET_READS } from './settings';

/** What it gets from the process besides the cluster. */
export interface FleetPorts {
  store: Pick<Journal, 'record' | 'begin'>;
  graduation: GraduationPorts;
}

/** Makes the VPAs of policies, keeps them so, and removes them with their workloads. */
export const fleet = role({
  name: 'fleet',
  watches: FLEET_KINDS,
  settings: FLEET_READS,
  leads: true,
  start: async (context, { store, graduation }: FleetPorts): Promise<FleetHandle> =>
    (await import('./index')).startFleet(context, { recorder: store, graduation }),
  offers: (handle) => ({ policyTrial: handle }),
});

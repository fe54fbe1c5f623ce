import { Leadership } from '../kube/leadership';
import type { RoleContext } from '../kube/role-context';
import type { Journal } from '../store';
import { Graduation } from './graduation/graduation';
import type { GraduationPorts } from './graduation/ports';
import type { FleetHandle } from './handle';
import type { FleetSettings } from './settings';

export const FLEET_LEASE_NAME = 'plumbline-fleet';

/** Starts to watch policies, and VPAs that graduate. */
export function startFleet(
  context: RoleContext<FleetSettings>,
  { graduation: ports }: { recorder: Pick<Journal, 'record'>; graduation: GraduationPorts },
): FleetHandle {
  const { client, wallClock, config, log, loops } = context;
  const leadership = new Leadership({
    client,
    wallClock,
    log: log.child({ room: 'fleet' }),
    namespace: config.systemNamespace,
    name: FLEET_LEASE_NAME,
    loop: 'lead the fleets',
    isElected: config.leaderElect,
    loops,
  });
  const graduation = new Graduation(context, ports, () => leadership.state.kind === 'leading');
  leadership.start();
  graduation.start();
  return {
    revision: 0,
    graduation,
    stop: async () => {
      await graduation.stop();
      await leadership.stop();
    },
  };
}

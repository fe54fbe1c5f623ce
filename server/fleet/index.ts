import type { RoleContext } from '../kube/role-context';
import type { Journal } from '../store';
import type { FleetHandle } from './handle';
import type { FleetSettings } from './settings';

/** Starts to watch policies. */
export function startFleet(
  _context: RoleContext<FleetSettings>,
  _parts: { recorder: Pick<Journal, 'record'> },
): FleetHandle {
  return { revision: 0, stop: async () => undefined };
}

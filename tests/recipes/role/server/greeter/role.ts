import { role } from '../kube/role';
import type { RoleHandle } from '../kube/role-context';

/** Leaves a greeting in the cluster. */
export const greeter = role({
  name: 'greeter',
  watches: ['nodes'],
  settings: ['systemNamespace'],
  keepsNothing: true,
  start: async (context): Promise<RoleHandle> => (await import('./index')).startGreeter(context),
});

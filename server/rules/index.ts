import { Leadership } from '../kube/leadership';
import type { RoleContext } from '../kube/role-context';
import type { JournalWriter } from '../store';
import { Fleet } from './fleet';
import { Graduation } from './graduation/graduation';
import type { GraduationPorts } from './graduation/ports';
import type { FleetHandle } from './handle';
import { PodGroupStatuses } from './pod-groups/pod-group-statuses';
import { policyDetail, policyRows, policyWorkloads } from './rows';
import type { FleetSettings } from './settings';

export const FLEET_LEASE_NAME = 'plumbline-fleet';

/** Starts to follow policies and VPAs that graduate, and acts on them while this process leads. */
export function startFleet(
  context: RoleContext<FleetSettings>,
  { recorder, graduation: ports }: { recorder: Pick<JournalWriter, 'begin'>; graduation: GraduationPorts },
): FleetHandle {
  const leadership = new Leadership(context, {
    room: 'fleet',
    name: FLEET_LEASE_NAME,
    loop: 'lead the fleets',
    isElected: context.config.leaderElect,
  });
  const isLeading = () => leadership.state.kind === 'leading';
  const graduation = new Graduation(context, ports, isLeading);
  const fleet = new Fleet(context, { recorder, isLeading });
  const podGroups = new PodGroupStatuses(context, isLeading);
  leadership.start();
  graduation.start();
  podGroups.start();
  fleet.start();
  return {
    get revision() {
      return fleet.revision;
    },
    get isLeading() {
      return isLeading();
    },
    get isInstalled() {
      return fleet.isInstalled;
    },
    trial: (policy) => fleet.trial(policy),
    policies: () => policyRows(fleet.book),
    policy: (name) => policyDetail(fleet.book, name),
    workloadsOf: (name) => policyWorkloads(fleet.book, name),
    graduation,
    stop: async () => {
      await fleet.stop();
      await graduation.stop();
      await podGroups.stop();
      await leadership.stop();
    },
  };
}

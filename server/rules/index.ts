import { Leadership } from '../kube/leadership';
import { leadingClient } from '../kube/leading-client';
import type { RoleContext } from '../kube/role-context';
import type { JournalWriter } from '../store';
import { RulesController } from './controller';
import { Graduation } from './graduation/graduation';
import type { GraduationPorts } from './graduation/ports';
import type { RulesHandle } from './handle';
import { PodGroupStatuses } from './pod-groups/pod-group-statuses';
import { ruleDetail, ruleRows, ruleWorkloads } from './rows';
import type { RulesSettings } from './settings';

export const RULES_LEASE_NAME = 'plumbline-fleet';

/** Starts to follow policies and VPAs that graduate, and acts on them while this process leads. */
export function startRules(
  context: RoleContext<RulesSettings>,
  { recorder, graduation: ports }: { recorder: Pick<JournalWriter, 'begin'>; graduation: GraduationPorts },
): RulesHandle {
  const leadership = new Leadership(context, {
    room: 'rules',
    name: RULES_LEASE_NAME,
    loop: 'lead the rules',
    isElected: context.config.leaderElect,
  });
  let isStopping = false;
  const isLeading = () => leadership.state.kind === 'leading';
  const mayAct = () => !isStopping && isLeading();
  const client = leadingClient(context.client, mayAct, context.log.child({ room: 'rules' }));
  const acting = { ...context, client };
  const graduation = new Graduation(acting, ports, mayAct);
  const controller = new RulesController(acting, { recorder, mayAct });
  const podGroups = new PodGroupStatuses(acting, mayAct);
  leadership.start();
  graduation.start();
  podGroups.start();
  controller.start();
  return {
    get revision() {
      return controller.revision;
    },
    get isLeading() {
      return isLeading();
    },
    get isInstalled() {
      return controller.isInstalled;
    },
    trial: (policy, mostNext) => controller.trial(policy, mostNext),
    policies: () => ruleRows(controller.rulesIndex),
    policy: (name) => ruleDetail(controller.rulesIndex, name),
    workloadsOf: (name) => ruleWorkloads(controller.rulesIndex, name),
    graduation,
    stop: async () => {
      isStopping = true;
      await controller.stop();
      await graduation.stop();
      await podGroups.stop();
      await leadership.stop();
    },
  };
}

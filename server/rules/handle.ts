import type { GraduationView } from '../contract/graduation';
import type { MatchedWorkload, RuleDetail, RuleRow } from '../contract/rules';
import type { TriedRule } from '../decide/pods/rule-trial';
import type { RoleHandle } from '../kube/role-context';
import type { Sliced } from '../lib/time/slices';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';

/** The running role as the rest of the process sees it. */
export interface RulesHandle extends RoleHandle {
  /** Rises with every change of what it shows. */
  readonly revision: number;
  readonly isLeading: boolean;
  /** Whether the cluster has the kind VerticalScalingPolicy. */
  readonly isInstalled: boolean;
  /** Every policy, the strongest first. */
  policies(): RuleRow[];
  /** Undefined if there is no such policy. */
  policy(name: string): RuleDetail | undefined;
  /** What a policy takes, has a VPA for, or is in conflict over; in no order. */
  workloadsOf(name: string): Sliced<MatchedWorkload[]>;
  /** What a policy would do now, if it were saved so, with the first VPAs it changes. Follows the kinds that it names. */
  trial(policy: VerticalScalingPolicy, mostNext: number): Promise<TriedRule>;
  readonly graduation: {
    /** How graduation stands with a VPA; undefined if it does not graduate. */
    view(namespace: string, name: string): Promise<GraduationView | undefined>;
  };
}

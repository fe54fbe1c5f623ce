import type { CachedKind } from '../kube/cached-kinds';
import { role } from '../kube/role';
import type { Journal } from '../store';
import type { GraduationPorts } from './graduation/ports';
import type { RulesHandle } from './handle';
import { RULES_READS } from './settings';

export interface RulesPorts {
  store: Pick<Journal, 'record' | 'begin'>;
  graduation: GraduationPorts;
}

/** What it always watches; further kinds of workloads once a policy names them. */
const RULES_KINDS = [
  'verticalScalingPolicies',
  'podGroups',
  'namespaces',
  'vpas',
  'deployments',
  'statefulSets',
  'daemonSets',
] as const satisfies readonly CachedKind[];

/** Makes the VPAs of policies, keeps them so, and removes them with their workloads. */
export const rules = role({
  name: 'rules',
  watches: RULES_KINDS,
  settings: RULES_READS,
  leads: true,
  start: async (context, { store, graduation }: RulesPorts): Promise<RulesHandle> =>
    (await import('./index')).startRules(context, { recorder: store, graduation }),
  offers: (handle) => ({ ruleTrial: handle }),
});

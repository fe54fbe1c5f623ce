import type { Config } from '@/server/config';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { heldMode } from '@/server/decide/pods/mode-before-stop';
import { effectiveMode } from '@/server/decide/pods/update-mode';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { edited } from '@/server/operations/policy-edit/edit';
import type { VariantRequest } from '../contract/replays';
import type { Policy } from './live/decider';
import { policyOf } from './live/recorded-workload';

/** A policy without the settings, which all variants share. */
export type TriedPolicy = Omit<Policy, 'config'>;

/** The settings of a replay: every recommender can be tried, whoever serves it in the cluster. */
export function replaySettings(config: Config): Config {
  const others = RECOMMENDER_NAMES.filter((name) => name !== 'default');
  return { ...config, recommenderName: 'default', recommenders: others as Config['recommenders'] };
}

/**
 * The policy of a VPA with the changes of a variant. A stop is left out: what counts is the mode once resumed.
 * With another recommender, the parameters of the former one do not count.
 */
export function replayedPolicy(
  vpa: VerticalPodAutoscaler,
  { recommender, parameters, updateMode, edit }: Omit<VariantRequest, 'name'>,
  config: Config,
): TriedPolicy {
  const { config: _, ...now } = policyOf(edit ? edited(vpa, edit) : vpa, config);
  const stated = edit?.updateMode ?? heldMode(vpa)?.mode ?? now.spec.updatePolicy?.updateMode;
  const mode = effectiveMode(updateMode ?? stated ?? 'Recreate');
  const named = recommender === config.recommenderName ? 'default' : recommender;
  const isSame = named === undefined || named === now.recommender;
  const given = parameters ? readGiven(JSON.stringify(parameters)).given : {};
  return {
    spec: { ...now.spec, updatePolicy: { ...now.spec.updatePolicy, updateMode: mode } },
    recommender: named ?? now.recommender,
    parameters: isSame ? { ...now.parameters, ...given } : given,
    ...(now.calendar !== undefined && { calendar: now.calendar }),
  };
}

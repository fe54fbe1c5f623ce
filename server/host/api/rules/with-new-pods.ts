import type { ScalingPolicyEffectView } from '../../../contract/operations';
import type { TriedChange } from '../../../operations';
import { newPodsOfRule } from '../../../pages/reports/new-pods-without';
import { reportSources } from '../../../pages/reports/of-runtime';
import type { Runtime } from '../../runtime';

/** The effect of a change of a rule, with what new pods state then of the VPAs that it changes and removes. */
export async function withNewPods(
  on: Runtime,
  { view, changes }: TriedChange,
): Promise<ScalingPolicyEffectView> {
  const { removed = [] } = view;
  if (removed.length === 0 && changes.length === 0) return view;
  return { ...view, newPods: await newPodsOfRule(reportSources(on), { changes, removed }) };
}

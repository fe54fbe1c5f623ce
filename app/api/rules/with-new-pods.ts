import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { Runtime } from '@/server/host/runtime';
import { newPodsOfRemoved } from '@/server/pages/reports/new-pods-without';
import { reportSources } from '@/server/pages/reports/of-runtime';

/** The effect of a change of a rule, with what new pods state then of the VPAs that it removes or sets to Off. */
export async function withNewPods(
  on: Runtime,
  view: ScalingPolicyEffectView,
): Promise<ScalingPolicyEffectView> {
  const { removed = [], foreseen = [] } = view;
  const without = [...removed, ...foreseen.filter(({ updateMode }) => updateMode === 'Off')];
  if (without.length === 0) return view;
  return { ...view, newPods: await newPodsOfRemoved(reportSources(on), without) };
}

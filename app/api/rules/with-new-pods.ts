import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { Runtime } from '@/server/host/runtime';
import { newPodsOfRemoved } from '@/server/pages/reports/new-pods-without';
import { reportSources } from '@/server/pages/reports/of-runtime';

/** The effect of a change of a rule, with what new pods of the VPAs that it removes state then. */
export async function withNewPods(
  on: Runtime,
  view: ScalingPolicyEffectView,
): Promise<ScalingPolicyEffectView> {
  if (!view.removed?.length) return view;
  return { ...view, newPods: await newPodsOfRemoved(reportSources(on), view.removed) };
}

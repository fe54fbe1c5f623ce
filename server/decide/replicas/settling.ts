import type { HpaBehavior } from '../../objects/types';
import { fullBehavior } from './behavior';
import { type Limited, limitedByBehavior, limitedByDefault, type ReplicaLimits } from './limits';
import type { HpaPast, PastReach } from './past';
import type { EvaluationSettings } from './settings';
import { type Stabilized, stabilized, stabilizedByDefault } from './stabilization';

export interface SettlingQuestion {
  readonly current: number;
  /** What the metrics ask for. */
  readonly proposed: number;
  readonly bounds: ReplicaLimits;
  readonly behavior: HpaBehavior | undefined;
  readonly past: HpaPast;
  readonly settings: EvaluationSettings;
  readonly nowMs: number;
}

/** What becomes of a proposal: first the recent past holds it back, then rates and bounds do. */
export interface Settled {
  readonly replicas: number;
  readonly stabilized: Stabilized;
  readonly limited: Limited;
}

export function settleReplicas(question: SettlingQuestion): Settled {
  const { current, proposed, bounds, behavior, past, settings, nowMs } = question;
  const { recommendations } = past;
  if (!behavior) {
    const window = settings.downscaleStabilizationMs;
    const held = stabilizedByDefault(proposed, recommendations, window, nowMs);
    const limited = limitedByDefault(current, held.replicas, bounds);
    return { replicas: limited.replicas, stabilized: held, limited };
  }
  const rules = fullBehavior(behavior, settings);
  const held = stabilized(current, proposed, rules, recommendations, nowMs);
  const limited = limitedByBehavior(current, held.replicas, bounds, rules, past, nowMs, settings.rules);
  return { replicas: limited.replicas, stabilized: held, limited };
}

/** How much of the past an HPA needs: its longest windows. */
export function reachOf(behavior: HpaBehavior | undefined, settings: EvaluationSettings): PastReach {
  if (!behavior) return { recommendationsMs: settings.downscaleStabilizationMs, scalingsMs: 0 };
  const { up, down } = fullBehavior(behavior, settings);
  const periods = [...up.policies, ...down.policies].map(({ periodSeconds }) => periodSeconds * 1000);
  return { recommendationsMs: Math.max(up.windowMs, down.windowMs), scalingsMs: Math.max(...periods) };
}

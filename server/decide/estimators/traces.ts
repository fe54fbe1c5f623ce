import { RESOURCES } from '../../objects/units';
import { BOUNDS } from './estimator';
import type { EstimationTrace, StepRecorder } from './explanation';

/** Every number that `estimate` records, by resource and bound; a limit of its own last. */
export function tracesOf(estimate: (addStep: StepRecorder) => void): EstimationTrace[] {
  const traces = RESOURCES.flatMap((resource) =>
    BOUNDS.map((bound): EstimationTrace => ({ resource, bound, steps: [] })),
  );
  traces.push({ resource: 'memory', bound: 'limit', steps: [] });
  estimate((resource, bound, step) => {
    traces.find((trace) => trace.resource === resource && trace.bound === bound)?.steps.push(step);
  });
  return traces.filter(({ bound, steps }) => bound !== 'limit' || steps.length > 0);
}

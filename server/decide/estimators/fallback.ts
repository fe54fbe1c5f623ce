import type { Resource } from '../../objects/units';
import type { BoundAmounts } from './estimator';
import type { StepRecorder } from './explanation';
import type { Facts } from './recommender';

/** What the reference's algorithm recommends, while a recommender knows too little of its own; says so. */
export function asUsual(
  resource: Resource,
  { history, usual }: Pick<Facts<unknown>, 'history' | 'usual'>,
  record: StepRecorder | undefined,
): BoundAmounts {
  const ofResource: StepRecorder = (of, bound, step) => {
    if (of === resource) record?.(of, bound, step);
  };
  const bounds = usual.estimate(history, record && ofResource)[resource];
  record?.(resource, 'target', { step: 'too-early', value: bounds.target });
  return bounds;
}

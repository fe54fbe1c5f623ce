import { EVERY_OTHER_CONTAINER } from '@/server/decide/pods/container-policy';
import { RESOURCES } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { ReplayWorkload } from '../engine/workload';

type Spec = Pick<VerticalPodAutoscaler['spec'], 'resourcePolicy'>;

/** The policy without the resources of which the recording knows nothing. */
export function onlyMeasured<S extends Spec>(spec: S, { containers }: ReplayWorkload): S {
  const measured = RESOURCES.filter((resource) =>
    containers.some(({ usage }) =>
      usage.some((own) => (resource === 'cpu' ? own.cpuMillicores : own.memoryBytes) !== undefined),
    ),
  );
  if (measured.length === RESOURCES.length) return spec;
  const policies = spec.resourcePolicy?.containerPolicies ?? [];
  const isWhole = policies.some(({ containerName }) => containerName === EVERY_OTHER_CONTAINER);
  const all = isWhole ? policies : [...policies, { containerName: EVERY_OTHER_CONTAINER }];
  return {
    ...spec,
    resourcePolicy: {
      containerPolicies: all.map((policy) => ({
        ...policy,
        controlledResources: measured.filter(
          (resource) => policy.controlledResources?.includes(resource) ?? true,
        ),
      })),
    },
  };
}

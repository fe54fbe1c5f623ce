import { amountFrom } from '../../objects/quantity';
import { isNativeSidecar } from '../../objects/sized-containers';
import type { Container, PodSpec, ResourceList } from '../../objects/types';
import type { RequestedResource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';

type Field = 'requests' | 'limits';
type Stated = Pick<PodSpec, 'containers' | 'initContainers' | 'resources' | 'overhead'>;
/** What a container, or the pod as `WHOLE_POD`, is to state, in millicores or bytes; undefined where that stays. */
export type PlannedAmount = (
  container: string,
  field: Field,
  resource: RequestedResource,
) => number | undefined;

const AS_STATED: PlannedAmount = () => undefined;

/**
 * What the scheduler and quotas count a pod for, in millicores or bytes: its own amount if it states one, else its
 * containers and native sidecars together, or an init container beside the sidecars declared before it if that is more.
 * Its overhead is added to requests, and to limits unless there are none (component-helpers, resource/helpers.go,
 * PodRequests and PodLimits). A LimitRange for pods counts the same without the overhead.
 * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 * @throws QuantityError
 */
export function podSum(
  spec: Stated,
  field: Field,
  resource: RequestedResource,
  planned: PlannedAmount = AS_STATED,
): number {
  const { running, starting } = phaseSums(spec, field, resource, planned);
  const whole = planned(WHOLE_POD, field, resource) ?? amountStated(spec.resources?.[field], resource);
  const sum = whole ?? Math.max(running, starting);
  if (field === 'limits' && sum === 0) return 0;
  return sum + (amountStated(spec.overhead, resource) ?? 0);
}

interface PhaseSums {
  /** All that runs in the end. */
  running: number;
  /** The most of `starts`. */
  starting: number;
  /** Each init container that ends, with the sidecars declared before it. */
  starts: { container: Container; together: number }[];
}

/** What the containers of a pod state together while they run, and while its init containers do. */
export function phaseSums(
  spec: Stated,
  field: Field,
  resource: RequestedResource,
  planned: PlannedAmount = AS_STATED,
): PhaseSums {
  const of = (container: Container) =>
    planned(container.name, field, resource) ?? statedOf(container, field, resource) ?? 0;
  let sidecars = 0;
  const starts: PhaseSums['starts'] = [];
  for (const container of spec.initContainers ?? []) {
    const together = sidecars + of(container);
    if (isNativeSidecar(container)) sidecars = together;
    else starts.push({ container, together });
  }
  return {
    running: spec.containers.reduce((sum, one) => sum + of(one), sidecars),
    starting: starts.reduce((most, { together }) => Math.max(most, together), 0),
    starts,
  };
}

/** What a container states of a resource, in millicores or bytes. @throws QuantityError */
export function statedOf(
  { resources }: Container,
  field: Field,
  resource: RequestedResource,
): number | undefined {
  return amountStated(resources?.[field], resource);
}

/** An amount in a list, in millicores or bytes; undefined if it has none. @throws QuantityError */
export function amountStated(
  list: ResourceList | undefined,
  resource: RequestedResource,
): number | undefined {
  const stated = list?.[resource];
  return stated === undefined ? undefined : amountFrom(resource, stated);
}

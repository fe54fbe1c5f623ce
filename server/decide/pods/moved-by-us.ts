import { isQuantity, milliValue, wholeValue } from '../../objects/quantity';
import { sizedContainer, sizedContainers, sizedStatuses } from '../../objects/sized-containers';
import type { Pod, PodSpec, ResourceRequirements } from '../../objects/types';
import type { Resource } from '../../objects/units';
import { updatesOf } from './limits-of-ours';
import { isGivenByUs, RESIZED_AT_ANNOTATION, UPDATES_ANNOTATION } from './pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, readRequestsBefore } from './requests-before';

/** How what pods state differs from their template by what Plumbline set; `none` if it does not. */
export type MovedByUs = 'none' | 'raised' | 'lowered' | 'both';

interface Asked {
  readonly container: string;
  readonly resource: Resource;
}

/** Which way Plumbline moved a request or a limit of running pods away from their template. */
export function movedByUs(pods: readonly Pod[], template: PodSpec, asked: Asked): MovedByUs {
  return together(pods.map((pod) => movedIn(pod, template, asked)));
}

/**
 * The same of the amounts that containers had when they were killed for memory last; undefined if no pod tells of a
 * kill. A kill before the last resize met the amounts from before that.
 */
export function movedWhenKilled(
  pods: readonly Pod[],
  template: PodSpec,
  container: string,
): MovedByUs | undefined {
  const found = pods.flatMap((pod) => {
    const { state, lastState } = sizedStatuses(pod).find(({ name }) => name === container) ?? {};
    const end = [state?.terminated, lastState?.terminated].find((one) => one?.reason === 'OOMKilled');
    if (!end) return [];
    const asked = { container, resource: 'memory' as const };
    const annotations = pod.metadata.annotations ?? {};
    const resizedMs = Date.parse(annotations[RESIZED_AT_ANNOTATION] ?? '');
    const former = readRequestsBefore(annotations[REQUESTS_BEFORE_ANNOTATION])[container]?.memory?.from;
    if (former === undefined || !(Date.parse(end.finishedAt ?? '') < resizedMs))
      return [movedIn(pod, template, asked)];
    const stated = amountOf(sizedContainer(template, container)?.resources, 'requests', 'memory');
    return [stated === undefined ? 'none' : directionOf(stated, former)];
  });
  return found.length > 0 ? together(found) : undefined;
}

function movedIn(pod: Pod, template: PodSpec, { container, resource }: Asked): MovedByUs {
  const { annotations } = pod.metadata;
  const own = sizedContainer(pod.spec, container)?.resources;
  const stated = sizedContainer(template, container);
  if (!isGivenByUs(annotations) || !stated) return 'none';
  return together(
    (['requests', 'limits'] as const).map((field) => {
      const [was, is] = [amountOf(stated.resources, field, resource), amountOf(own, field, resource)];
      if (is === undefined) return 'none';
      if (was !== undefined) return directionOf(was, is);
      // A LimitRange gives defaults too, so it is only ours where admission says so.
      const index = sizedContainers(pod.spec).findIndex(({ name }) => name === container);
      const said = updatesOf(annotations?.[UPDATES_ANNOTATION] ?? '', index);
      return said.includes(`${resource} ${field === 'requests' ? 'request' : 'limit'}`) ? 'raised' : 'none';
    }),
  );
}

/** Millicores or bytes; undefined if nothing readable is stated. */
function amountOf(
  stated: ResourceRequirements | undefined,
  field: 'requests' | 'limits',
  resource: Resource,
): number | undefined {
  const text = stated?.[field]?.[resource];
  if (!isQuantity(text)) return undefined;
  return resource === 'cpu' ? milliValue(text) : wholeValue(text);
}

function directionOf(was: number, is: number): MovedByUs {
  if (is === was) return 'none';
  return is > was ? 'raised' : 'lowered';
}

function together(parts: readonly MovedByUs[]): MovedByUs {
  const isAny = (one: MovedByUs) => parts.some((part) => part === one || part === 'both');
  if (isAny('raised') && isAny('lowered')) return 'both';
  return isAny('raised') ? 'raised' : isAny('lowered') ? 'lowered' : 'none';
}

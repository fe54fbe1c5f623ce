import { claimsOf } from '../../decide/pods/hpa-claims';
import type { Container, HorizontalPodAutoscaler, Pod } from '../../objects/types';
import { aboutObject, type ObjectFault } from '../../words/object-fault';

/** The containers an HPA scales on that none of the pods has, not even as an init container. */
export function unknownContainers(each: HorizontalPodAutoscaler, pods: readonly Pod[]): ObjectFault[] {
  if (pods.length === 0) return [];
  const named = claimsOf(each).flatMap(({ container }) => (container === undefined ? [] : [container]));
  if (named.length === 0) return [];
  const known = namesIn(pods);
  const unknown = [...new Set(named)].filter((name) => !known.has(name));
  if (unknown.length === 0) return [];
  const about = aboutObject('HorizontalPodAutoscaler', each);
  return [{ code: 'hpa-container-unknown', about, message: unknown.join(', ') }];
}

/** Pods of one template share their lists of containers, so each list is read once. */
function namesIn(pods: readonly Pod[]): ReadonlySet<string> {
  const lists = new Set<readonly Container[]>();
  for (const { spec } of pods) {
    lists.add(spec.containers);
    if (spec.initContainers) lists.add(spec.initContainers);
  }
  return new Set([...lists].flatMap((list) => list.map(({ name }) => name)));
}

import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** The VPA with this text in an annotation; without the annotation if it is null. */
export function withAnnotation(
  vpa: VerticalPodAutoscaler,
  name: string,
  text: string | null,
): VerticalPodAutoscaler {
  const { [name]: former, ...others } = vpa.metadata.annotations ?? {};
  if (text === null && former === undefined) return vpa;
  const annotations = text === null ? others : { ...others, [name]: text };
  return { ...vpa, metadata: { ...vpa.metadata, annotations } };
}

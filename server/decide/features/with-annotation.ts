import type { Operation } from 'fast-json-patch';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

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

/** That an annotation is still what it was; nothing if there was none. */
export function annotationTest(name: string, value: string | undefined): Operation[] {
  if (value === undefined) return [];
  return [{ op: 'test', path: `/metadata/annotations/${name.replaceAll('/', '~1')}`, value }];
}

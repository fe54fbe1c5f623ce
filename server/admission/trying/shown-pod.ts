import type { Pod } from '../../kube/types';
import { yamlText } from '../../words/yaml';

/** The part of a pod that admission reads and changes, as YAML. */
export function shownPod({ metadata, spec }: Pod): string {
  const { annotations } = metadata;
  return yamlText({
    ...(annotations && Object.keys(annotations).length > 0 && { metadata: { annotations } }),
    spec: {
      ...(spec.resources && { resources: spec.resources }),
      containers: spec.containers.map(({ name, resources }) => ({ name, ...(resources && { resources }) })),
    },
  });
}

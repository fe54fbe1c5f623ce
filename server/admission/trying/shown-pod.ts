import { nativeSidecars } from '../../objects/sized-containers';
import type { Container, Pod } from '../../objects/types';
import { yamlText } from '../../words/yaml';

/** The part of a pod that admission reads and changes, as YAML. */
export function shownPod({ metadata, spec }: Pod): string {
  const { annotations } = metadata;
  const sidecars = nativeSidecars(spec);
  return yamlText({
    ...(annotations && Object.keys(annotations).length > 0 && { metadata: { annotations } }),
    spec: {
      ...(spec.resources && { resources: spec.resources }),
      ...(sidecars.length > 0 && {
        initContainers: sidecars.map((one) => ({ ...shown(one), restartPolicy: 'Always' })),
      }),
      containers: spec.containers.map(shown),
    },
  });
}

function shown({ name, resources }: Container): object {
  return { name, ...(resources && { resources }) };
}

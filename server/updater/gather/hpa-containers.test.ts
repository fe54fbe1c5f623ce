import { expect, it } from 'vitest';
import { pod } from '@/tests/support/plan-input';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import { unknownContainers } from './hpa-containers';

function on(...containers: string[]): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaler', namespace: 'shop' },
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      maxReplicas: 3,
      metrics: containers.map((container) => ({
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container },
      })),
    },
  };
}

const withSidecar = () => {
  const one = pod('a');
  one.spec.initContainers = [{ name: 'mesh', restartPolicy: 'Always' }];
  return one;
};

it.each([
  ['a container of the pods', on('app'), [withSidecar()], []],
  ['a sidecar among the init containers', on('mesh'), [withSidecar()], []],
  ['a container of some pods', on('mesh'), [pod('b'), withSidecar()], []],
  ['a container while there are no pods', on('gone'), [], []],
  ['containers that no pod has', on('gone', 'app', 'lost', 'gone'), [withSidecar()], ['gone, lost']],
  ['no container', on(), [pod('b')], []],
])('an HPA on %s', (_case, each, pods, expected) => {
  expect(unknownContainers(each, pods).map(({ message }) => message)).toEqual(expected);
});

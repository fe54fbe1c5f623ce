import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';
import type { ResourceRequirements } from '@/server/objects/types';

const whole = 'whole-pods';

/** What a pod may state as a whole, and what of it. */
const STANZAS: Readonly<Record<string, ResourceRequirements>> = {
  'requests-only': { requests: { cpu: '600m', memory: '600Mi' } },
  'limits-only': { limits: { cpu: '1', memory: '1Gi' } },
  'both-unlike': { requests: { cpu: '600m', memory: '600Mi' }, limits: { cpu: '1', memory: '1Gi' } },
  'both-alike': { requests: { cpu: '800m', memory: '800Mi' }, limits: { cpu: '800m', memory: '800Mi' } },
  'cpu-only': { requests: { cpu: '600m' }, limits: { cpu: '1' } },
  'memory-only': { requests: { memory: '600Mi' }, limits: { memory: '1Gi' } },
};

/** What their containers state besides. */
const CONTAINERS = {
  bare: {},
  asking: { requests: '100m/100Mi' },
  limited: { requests: '100m/100Mi', limits: '300m/300Mi' },
} as const;

/** VPAs that size the pod as a whole, by the mode in which they do. */
const SIZED = { 'sized-in-place': 'InPlace', 'sized-anew': 'Recreate', 'sized-later': 'Initial' } as const;

/** The same with resources of the pod as a whole. */
function stating({ resource, object }: Declared, resources: ResourceRequirements): Declared {
  const { spec } = object as unknown as { spec: { template: { spec: object } } };
  const template = { ...spec.template, spec: { ...spec.template.spec, resources } };
  return { resource, object: { ...object, spec: { ...spec, template } } as typeof object };
}

export const podLevel: Scenario = {
  name: 'pod-level',
  title: 'Pods with resources of their own',
  summary:
    'Pods that state requests, limits or both as a whole, of CPU, memory or both, with containers that state nothing, requests, or limits too.',
  lesson:
    'See containers sized within what their pod states, and pods sized as a whole where a VPA asks for it. No pod is broken.',
  objects: () => [
    ...scenarioNodes(4, 16, 32),
    namespace(whole),
    ...Object.entries(STANZAS).flatMap(([stanza, resources], index) =>
      Object.entries(CONTAINERS).flatMap(([containers, stated]) => {
        const name = `${stanza}-${containers}`;
        return [
          stating(
            deployment({
              name,
              namespace: whole,
              replicas: 2,
              containers: [
                { ...stated, does: { kind: 'steady', cpu: '180m', memory: '170Mi' } },
                { ...stated, name: 'helper', does: { kind: 'steady', cpu: '20m', memory: '40Mi' } },
              ],
            }),
            resources,
          ),
          vpa({ name, namespace: whole, mode: index % 2 ? 'Recreate' : 'InPlaceOrRecreate' }),
        ];
      }),
    ),
    ...Object.entries(SIZED).flatMap(([name, mode]) => [
      stating(
        deployment({
          name,
          namespace: whole,
          replicas: 2,
          containers: [
            { requests: '100m/100Mi', does: { kind: 'steady', cpu: '180m', memory: '170Mi' } },
            {
              name: 'helper',
              requests: '50m/50Mi',
              does: { kind: 'steady', cpu: '20m', memory: '40Mi' },
            },
          ],
        }),
        { requests: { cpu: '900m', memory: '900Mi' }, limits: { cpu: '1800m', memory: '1350Mi' } },
      ),
      vpa({ name, namespace: whole, mode, annotations: { 'plumbline.dev/pod-level': 'auto' } }),
    ]),
  ],
};

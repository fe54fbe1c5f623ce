import type { KubeObject } from '@/server/objects/types';

interface Version {
  name: string;
  served: boolean;
  storage: boolean;
  /** Whether its status is a subresource; of VPAs only. */
  status?: boolean;
  /** Whether it says which fields there are. */
  schema?: boolean;
}

/** A form in which the upstream autoscaler shipped its definitions: what an upgrade depends on of it. */
export interface ShippedForm {
  title: string;
  versions: Version[];
}

const v1 = { name: 'v1', served: true };
const v1beta2 = { name: 'v1beta2', served: true };

export const OLDEST: ShippedForm = {
  title: 'v1beta2 stored, v1beta1 no longer served, nothing said of fields',
  versions: [
    { name: 'v1beta1', served: false, storage: false },
    { ...v1beta2, storage: true },
    { ...v1, storage: false },
  ],
};

export const NEWEST: ShippedForm = {
  title: 'v1 stored, v1beta2 no longer served',
  versions: [
    { ...v1, storage: true, schema: true, status: true },
    { ...v1beta2, served: false, storage: false, schema: true, status: true },
  ],
};

/** Oldest first, from 0.5 to 1.7. */
export const SHIPPED: readonly ShippedForm[] = [
  OLDEST,
  {
    title: 'v1beta2 stored, fields declared',
    versions: [
      { ...v1, storage: false, schema: true },
      { ...v1beta2, storage: true, schema: true },
    ],
  },
  {
    title: 'v1 stored, the status part of the object',
    versions: [
      { ...v1, storage: true, schema: true },
      { ...v1beta2, storage: false, schema: true },
    ],
  },
  {
    title: 'v1 stored, the status of v1 a subresource',
    versions: [
      { ...v1, storage: true, schema: true, status: true },
      { ...v1beta2, storage: false, schema: true },
    ],
  },
  {
    title: 'v1 stored, both statuses subresources',
    versions: [
      { ...v1, storage: true, schema: true, status: true },
      { ...v1beta2, storage: false, schema: true, status: true },
    ],
  },
  NEWEST,
];

const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
/** Fewer fields than ours: no observedGeneration, for one. */
const VPA_FIELDS = {
  type: 'object',
  required: ['spec'],
  properties: { spec: ANYTHING, status: { type: 'object', properties: { conditions: listOf(ANYTHING) } } },
};

function listOf(items: object): object {
  return { type: 'array', items };
}

function definition(kind: string, shortName: string, versions: Version[], fields: object): KubeObject {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${singular}s.autoscaling.k8s.io`,
      annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/63797' },
    },
    spec: {
      group: 'autoscaling.k8s.io',
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular, shortNames: [shortName] },
      versions: versions.map(({ name, served, storage, status, schema }) => ({
        name,
        served,
        storage,
        schema: { openAPIV3Schema: schema ? fields : ANYTHING },
        ...(status ? { subresources: { status: {} } } : {}),
      })),
    },
  } as KubeObject;
}

/** The two definitions of a form. */
export function definitionsOf({ versions }: ShippedForm): KubeObject[] {
  return [
    definition('VerticalPodAutoscaler', 'vpa', versions, VPA_FIELDS),
    definition(
      'VerticalPodAutoscalerCheckpoint',
      'vpacheckpoint',
      versions.map((version) => ({ ...version, status: false })),
      ANYTHING,
    ),
  ];
}

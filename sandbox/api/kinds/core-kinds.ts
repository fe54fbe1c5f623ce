import type { FieldFault } from '@/sandbox/api/api-error';
import {
  completeEvent,
  completeLimitRange,
  completeNamespace,
  completeQuota,
  completeSecret,
  completeService,
} from '@/sandbox/api/defaults/other-defaults';
import { completePod } from '@/sandbox/api/defaults/pod-defaults';
import { completeReplicationController } from '@/sandbox/api/defaults/workload-defaults';
import { type JsonObject, objectsAt } from '@/sandbox/api/json';
import { ALL_VERBS, define, type Sketch, STATUS_VERBS, WORKLOAD_SCALE } from '@/sandbox/api/kinds/define';
import type { Kind, SubresourceInfo } from '@/sandbox/api/kinds/kind';
import { fault } from '@/sandbox/api/validation/metadata';
import { validatePod, validatePodUpdate } from '@/sandbox/api/validation/pod';

const EVENT_FIELDS = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'series',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
];
const POD_SUBRESOURCES: SubresourceInfo[] = [
  { name: 'binding', kind: 'Binding', verbs: ['create'] },
  { name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] },
  { name: 'log', kind: 'Pod', verbs: ['get'] },
  { name: 'resize', kind: 'Pod', verbs: STATUS_VERBS },
];

const core = (sketch: Sketch) => define('', 'v1', sketch);

export function coreKinds(): Kind[] {
  return [
    core({
      plural: 'configmaps',
      kind: 'ConfigMap',
      fields: ['data', 'binaryData', 'immutable'],
      shortNames: ['cm'],
    }),
    core({
      plural: 'endpoints',
      kind: 'Endpoints',
      fields: ['subsets'],
      singular: 'endpoints',
      shortNames: ['ep'],
    }),
    core({
      plural: 'events',
      kind: 'Event',
      fields: EVENT_FIELDS,
      shortNames: ['ev'],
      complete: completeEvent,
    }),
    core({
      plural: 'limitranges',
      kind: 'LimitRange',
      shortNames: ['limits'],
      complete: completeLimitRange,
      validate: validateLimitRange,
    }),
    core({
      plural: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
      shortNames: ['ns'],
      status: true,
      verbs: ALL_VERBS.filter((verb) => verb !== 'deletecollection'),
      extra: [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
      complete: completeNamespace,
    }),
    core({ plural: 'nodes', kind: 'Node', namespaced: false, shortNames: ['no'], status: true }),
    core({
      plural: 'persistentvolumeclaims',
      kind: 'PersistentVolumeClaim',
      shortNames: ['pvc'],
      status: true,
    }),
    core({
      plural: 'persistentvolumes',
      kind: 'PersistentVolume',
      namespaced: false,
      shortNames: ['pv'],
      status: true,
    }),
    core({
      plural: 'pods',
      kind: 'Pod',
      shortNames: ['po'],
      categories: ['all'],
      status: true,
      generation: true,
      extra: POD_SUBRESOURCES,
      complete: completePod,
      validate: validatePod,
      validateUpdate: validatePodUpdate,
    }),
    core({ plural: 'podtemplates', kind: 'PodTemplate', fields: ['template'] }),
    core({
      plural: 'replicationcontrollers',
      kind: 'ReplicationController',
      shortNames: ['rc'],
      categories: ['all'],
      status: true,
      generation: true,
      scale: WORKLOAD_SCALE,
      complete: completeReplicationController,
    }),
    core({
      plural: 'resourcequotas',
      kind: 'ResourceQuota',
      shortNames: ['quota'],
      status: true,
      complete: completeQuota,
    }),
    core({
      plural: 'secrets',
      kind: 'Secret',
      fields: ['data', 'stringData', 'type', 'immutable'],
      complete: completeSecret,
    }),
    core({
      plural: 'serviceaccounts',
      kind: 'ServiceAccount',
      fields: ['secrets', 'imagePullSecrets', 'automountServiceAccountToken'],
      shortNames: ['sa'],
      extra: [
        {
          name: 'token',
          kind: 'TokenRequest',
          group: 'authentication.k8s.io',
          version: 'v1',
          verbs: ['create'],
        },
      ],
    }),
    core({
      plural: 'services',
      kind: 'Service',
      shortNames: ['svc'],
      categories: ['all'],
      status: true,
      complete: completeService,
    }),
  ];
}

/** A LimitRange has one item of each type. */
function validateLimitRange(range: JsonObject): FieldFault[] {
  const types = objectsAt(range.spec, 'limits').map(({ type }) => type);
  return types.flatMap((type, index) =>
    types.indexOf(type) < index
      ? [
          fault(
            'FieldValueDuplicate',
            `spec.limits[${index}].type`,
            `Duplicate value: ${JSON.stringify(type)}`,
          ),
        ]
      : [],
  );
}

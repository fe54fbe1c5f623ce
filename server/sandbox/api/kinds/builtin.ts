import { completeDefinition } from '../crd/complete-definition';
import { validateDefinition } from '../crd/validate-definition';
import {
  completeAutoscaler,
  completeBinding,
  completeBudget,
  completeEvent,
  completeLimitRange,
  completeNamespace,
  completeQuota,
  completeSecret,
  completeService,
  completeWebhooks,
} from '../defaults/other-defaults';
import { completePod } from '../defaults/pod-defaults';
import {
  completeCronJob,
  completeDaemonSet,
  completeDeployment,
  completeJob,
  completeReplicaSet,
  completeReplicationController,
  completeStatefulSet,
} from '../defaults/workload-defaults';
import type { JsonRecord } from '../json';
import { validatePod, validatePodUpdate } from '../validation/pod';
import {
  validateCronJob,
  validateJob,
  validateSelectorUnchanged,
  validateWorkload,
} from '../validation/workload';
import { AUTOSCALER_V1 } from './autoscaler-v1';
import type { Kind, ScalePaths, SubresourceInfo, Verb } from './kind';

export const ALL_VERBS: Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
const STATUS_VERBS = ['get', 'patch', 'update'];

const WORKLOAD_SCALE: ScalePaths = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

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
const COMMON_FIELDS = ['kind', 'apiVersion', 'metadata'];

/** Decoding into a typed object loses what the type has no field for; this holds for the outermost fields. */
function dropOtherFields(draft: JsonRecord, fields: string[]): string[] {
  const dropped = Object.keys(draft).filter((key) => !COMMON_FIELDS.includes(key) && !fields.includes(key));
  for (const key of dropped) delete draft[key];
  return dropped;
}

type Sketch = Pick<Kind, 'plural' | 'kind'> &
  Partial<Omit<Kind, 'subresources' | 'status'>> & {
    status?: boolean;
    extra?: SubresourceInfo[];
    /** The fields of an object beside kind, apiVersion and metadata; by default spec and status. */
    fields?: string[];
  };

function define(group: string, version: string, sketch: Sketch): Kind {
  const { status = false, extra = [], scale, fields = ['spec', 'status'], ...rest } = sketch;
  const subresources: SubresourceInfo[] = [...extra];
  if (scale) {
    subresources.push({
      name: 'scale',
      kind: 'Scale',
      group: 'autoscaling',
      version: 'v1',
      verbs: STATUS_VERBS,
    });
  }
  if (status) subresources.push({ name: 'status', kind: sketch.kind, verbs: STATUS_VERBS });
  subresources.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    group,
    version,
    singular: sketch.kind.toLowerCase(),
    listKind: `${sketch.kind}List`,
    namespaced: true,
    verbs: ALL_VERBS,
    generation: false,
    prune: (draft) => dropOtherFields(draft, fields),
    ...rest,
    ...(scale ? { scale } : {}),
    status,
    subresources,
  };
}

const WORKLOAD_RULES = { validate: validateWorkload, validateUpdate: validateSelectorUnchanged };

const POD_SUBRESOURCES: SubresourceInfo[] = [
  { name: 'binding', kind: 'Binding', verbs: ['create'] },
  { name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] },
  { name: 'log', kind: 'Pod', verbs: ['get'] },
  { name: 'resize', kind: 'Pod', verbs: STATUS_VERBS },
];

const core = (sketch: Sketch) => define('', 'v1', sketch);
const apps = (sketch: Sketch) =>
  define('apps', 'v1', { categories: ['all'], generation: true, status: true, ...sketch });
const batch = (sketch: Sketch) =>
  define('batch', 'v1', { categories: ['all'], generation: true, status: true, ...sketch });
const rbac = (sketch: Sketch) => define('rbac.authorization.k8s.io', 'v1', sketch);
const registration = (sketch: Sketch) =>
  define('admissionregistration.k8s.io', 'v1', {
    namespaced: false,
    generation: true,
    fields: ['webhooks'],
    complete: completeWebhooks,
    ...sketch,
  });

/** The kinds of object that the embedded cluster knows without any CustomResourceDefinition. */
export function builtinKinds(): Kind[] {
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
    core({ plural: 'limitranges', kind: 'LimitRange', shortNames: ['limits'], complete: completeLimitRange }),
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
    }),
    core({
      plural: 'services',
      kind: 'Service',
      shortNames: ['svc'],
      categories: ['all'],
      status: true,
      complete: completeService,
    }),
    apps({
      plural: 'controllerrevisions',
      kind: 'ControllerRevision',
      fields: ['data', 'revision'],
      categories: [],
      generation: false,
      status: false,
    }),
    apps({
      plural: 'daemonsets',
      kind: 'DaemonSet',
      shortNames: ['ds'],
      complete: completeDaemonSet,
      ...WORKLOAD_RULES,
    }),
    apps({
      plural: 'deployments',
      kind: 'Deployment',
      shortNames: ['deploy'],
      scale: WORKLOAD_SCALE,
      complete: completeDeployment,
      ...WORKLOAD_RULES,
    }),
    apps({
      plural: 'replicasets',
      kind: 'ReplicaSet',
      shortNames: ['rs'],
      scale: WORKLOAD_SCALE,
      complete: completeReplicaSet,
      ...WORKLOAD_RULES,
    }),
    apps({
      plural: 'statefulsets',
      kind: 'StatefulSet',
      shortNames: ['sts'],
      scale: WORKLOAD_SCALE,
      complete: completeStatefulSet,
      ...WORKLOAD_RULES,
    }),
    batch({
      plural: 'cronjobs',
      kind: 'CronJob',
      shortNames: ['cj'],
      complete: completeCronJob,
      validate: validateCronJob,
    }),
    batch({ plural: 'jobs', kind: 'Job', complete: completeJob, validate: validateJob }),
    define('autoscaling', 'v2', {
      aliases: [AUTOSCALER_V1],
      plural: 'horizontalpodautoscalers',
      kind: 'HorizontalPodAutoscaler',
      shortNames: ['hpa'],
      categories: ['all'],
      status: true,
      complete: completeAutoscaler,
    }),
    define('policy', 'v1', {
      plural: 'poddisruptionbudgets',
      kind: 'PodDisruptionBudget',
      shortNames: ['pdb'],
      status: true,
      generation: true,
      complete: completeBudget,
    }),
    define('coordination.k8s.io', 'v1', { plural: 'leases', kind: 'Lease' }),
    define('scheduling.k8s.io', 'v1', {
      plural: 'priorityclasses',
      kind: 'PriorityClass',
      fields: ['value', 'globalDefault', 'description', 'preemptionPolicy'],
      namespaced: false,
      shortNames: ['pc'],
      generation: true,
    }),
    rbac({
      plural: 'clusterrolebindings',
      kind: 'ClusterRoleBinding',
      fields: ['roleRef', 'subjects'],
      namespaced: false,
      complete: completeBinding,
    }),
    rbac({
      plural: 'clusterroles',
      kind: 'ClusterRole',
      fields: ['rules', 'aggregationRule'],
      namespaced: false,
    }),
    rbac({
      plural: 'rolebindings',
      kind: 'RoleBinding',
      fields: ['roleRef', 'subjects'],
      complete: completeBinding,
    }),
    rbac({ plural: 'roles', kind: 'Role', fields: ['rules'] }),
    registration({
      plural: 'mutatingwebhookconfigurations',
      kind: 'MutatingWebhookConfiguration',
      categories: ['api-extensions'],
    }),
    registration({
      plural: 'validatingwebhookconfigurations',
      kind: 'ValidatingWebhookConfiguration',
      categories: ['api-extensions'],
    }),
    define('apiextensions.k8s.io', 'v1', {
      plural: 'customresourcedefinitions',
      complete: completeDefinition,
      validate: validateDefinition,
      kind: 'CustomResourceDefinition',
      namespaced: false,
      shortNames: ['crd', 'crds'],
      categories: ['api-extensions'],
      status: true,
      generation: true,
    }),
  ];
}

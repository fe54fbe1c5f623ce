import { validateDefinition } from '@/sandbox/api/crd/validate-definition';
import { completeAutoscaler } from '@/sandbox/api/defaults/autoscaler-defaults';
import {
  completeBinding,
  completeBudget,
  completeNetworkPolicy,
  completeWebhooks,
} from '@/sandbox/api/defaults/other-defaults';
import {
  completeCronJob,
  completeDaemonSet,
  completeDeployment,
  completeJob,
  completeReplicaSet,
  completeStatefulSet,
} from '@/sandbox/api/defaults/workload-defaults';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { AUTOSCALER_V1 } from '@/sandbox/api/kinds/autoscaler-v1';
import { define, type Sketch, WORKLOAD_SCALE } from '@/sandbox/api/kinds/define';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { validateAutoscaler } from '@/sandbox/api/validation/autoscaler';
import {
  validateCronJob,
  validateJob,
  validateSelectorUnchanged,
  validateWorkload,
} from '@/sandbox/api/validation/workload';

const WORKLOAD_RULES = { validate: validateWorkload, validateUpdate: validateSelectorUnchanged };

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

export function groupKinds(): Kind[] {
  return [
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
      validate: validateAutoscaler,
    }),
    define('networking.k8s.io', 'v1', {
      plural: 'networkpolicies',
      kind: 'NetworkPolicy',
      shortNames: ['netpol'],
      fields: ['spec'],
      generation: true,
      complete: completeNetworkPolicy,
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

/**
 * The defaults a server sets in a definition. The storage version is added to status.storedVersions and stays
 * there until someone removes it.
 */
function completeDefinition(object: JsonObject): void {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  if (isJsonObject(spec.names)) {
    spec.names.singular ??= String(spec.names.kind ?? '').toLowerCase();
    spec.names.listKind ??= `${String(spec.names.kind ?? '')}List`;
  }
  spec.conversion ??= { strategy: 'None' };
  const { status } = object;
  if (!isJsonObject(status) || !Array.isArray(status.storedVersions)) return;
  const stored = objectsAt(spec, 'versions').find((version) => version.storage === true)?.name;
  if (stored !== undefined && !status.storedVersions.includes(stored))
    status.storedVersions = [...status.storedVersions, stored];
}

/** A kind of object as the API server names it. The core group is `''`. */
export interface KubeResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

function resource(apiVersion: string, plural: string, kind: string, namespaced = true): KubeResource {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version, plural, kind, namespaced };
}

/** A resource as in RBAC: `pods`, `leases.coordination.k8s.io`. */
export function groupResource({ plural, group }: KubeResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Every kind this product reads or writes. */
export const API_RESOURCES = {
  pods: resource('v1', 'pods', 'Pod'),
  namespaces: resource('v1', 'namespaces', 'Namespace', false),
  nodes: resource('v1', 'nodes', 'Node', false),
  events: resource('v1', 'events', 'Event'),
  secrets: resource('v1', 'secrets', 'Secret'),
  configMaps: resource('v1', 'configmaps', 'ConfigMap'),
  limitRanges: resource('v1', 'limitranges', 'LimitRange'),
  resourceQuotas: resource('v1', 'resourcequotas', 'ResourceQuota'),
  replicationControllers: resource('v1', 'replicationcontrollers', 'ReplicationController'),
  deployments: resource('apps/v1', 'deployments', 'Deployment'),
  statefulSets: resource('apps/v1', 'statefulsets', 'StatefulSet'),
  daemonSets: resource('apps/v1', 'daemonsets', 'DaemonSet'),
  replicaSets: resource('apps/v1', 'replicasets', 'ReplicaSet'),
  controllerRevisions: resource('apps/v1', 'controllerrevisions', 'ControllerRevision'),
  jobs: resource('batch/v1', 'jobs', 'Job'),
  cronJobs: resource('batch/v1', 'cronjobs', 'CronJob'),
  podDisruptionBudgets: resource('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  horizontalPodAutoscalers: resource('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  leases: resource('coordination.k8s.io/v1', 'leases', 'Lease'),
  vpas: resource('autoscaling.k8s.io/v1', 'verticalpodautoscalers', 'VerticalPodAutoscaler'),
  checkpoints: resource(
    'autoscaling.k8s.io/v1',
    'verticalpodautoscalercheckpoints',
    'VerticalPodAutoscalerCheckpoint',
  ),
  verticalScalingPolicies: resource(
    'plumbline.dev/v1alpha1',
    'verticalscalingpolicies',
    'VerticalScalingPolicy',
    false,
  ),
  podGroups: resource('plumbline.dev/v1alpha1', 'podgroups', 'PodGroup'),
  changeApprovals: resource('plumbline.dev/v1alpha1', 'changeapprovals', 'ChangeApproval'),
  podMetrics: resource('metrics.k8s.io/v1beta1', 'pods', 'PodMetrics'),
  mutatingWebhookConfigurations: resource(
    'admissionregistration.k8s.io/v1',
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    false,
  ),
} as const satisfies Record<string, KubeResource>;

export type ResourceName = keyof typeof API_RESOURCES;

/** `v1`, `apps/v1`, … */
export function apiVersionOf({ group, version }: Pick<KubeResource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/**
 * The path of a collection, an object or a subresource. A namespaced collection without a namespace covers
 * all namespaces.
 */
export function pathOf(
  resource: KubeResource,
  namespace?: string,
  name?: string,
  subresource?: string,
): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  const tail = subresource === undefined ? '' : `/${subresource}`;
  return `${root}${scope}/${resource.plural}${object}${tail}`;
}

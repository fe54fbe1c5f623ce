import { type JsonObject, objectsAt } from '@/sandbox/api/json';
import { ageText, humanDuration } from '@/sandbox/api/table/age';
import {
  AGE,
  at,
  NONE,
  noneCell,
  number,
  orNone,
  selectorText,
  type TableColumn,
  textColumn,
  wide,
} from '@/sandbox/api/table/column';
import { podStatusCells } from '@/sandbox/api/table/pod-status';

const POD_COLUMNS: TableColumn[] = [
  textColumn(
    'Ready',
    (pod, now) => podStatusCells(pod, now)[0],
    'The aggregate readiness state of this pod for accepting traffic.',
  ),
  textColumn(
    'Status',
    (pod, now) => podStatusCells(pod, now)[1],
    'The aggregate status of the containers in this pod.',
  ),
  textColumn(
    'Restarts',
    (pod, now) => podStatusCells(pod, now)[2],
    'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
  ),
  AGE,
  wide(
    'IP',
    orNone('status.podIP'),
    'IP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
  ),
  wide(
    'Node',
    orNone('spec.nodeName'),
    'NodeName is a request to schedule this pod onto a specific node. If it is non-empty, the scheduler simply schedules this pod onto that node, assuming that it fits resource requirements.',
  ),
  wide(
    'Nominated Node',
    orNone('status.nominatedNodeName'),
    'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
  ),
  wide(
    'Readiness Gates',
    () => NONE,
    'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
  ),
];

function templateContainers(object: JsonObject): JsonObject[] {
  return objectsAt(
    at(object, 'spec.template.spec') ?? at(object, 'spec.jobTemplate.spec.template.spec'),
    'containers',
  );
}

const CONTAINERS = wide(
  'Containers',
  (object) =>
    templateContainers(object)
      .map((each) => each.name)
      .join(','),
  'Names of each container in the template.',
);
const IMAGES = wide(
  'Images',
  (object) =>
    templateContainers(object)
      .map((each) => each.image)
      .join(','),
  'Images referenced by each container in the template.',
);
const SELECTOR = wide(
  'Selector',
  selectorText,
  'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.',
);

const DEPLOYMENT_COLUMNS: TableColumn[] = [
  textColumn(
    'Ready',
    (object) => `${number('status.readyReplicas')(object)}/${number('spec.replicas')(object)}`,
    'Number of the pod with ready state',
  ),
  textColumn(
    'Up-to-date',
    number('status.updatedReplicas'),
    'Total number of non-terminated pods targeted by this deployment that have the desired template spec.',
  ),
  textColumn(
    'Available',
    number('status.availableReplicas'),
    'Total number of available pods (ready for at least minReadySeconds) targeted by this deployment.',
  ),
  AGE,
  CONTAINERS,
  IMAGES,
  SELECTOR,
];

const WORKLOAD_SET: TableColumn[] = [
  textColumn('Desired', number('spec.replicas')),
  textColumn('Current', number('status.replicas')),
  textColumn('Ready', number('status.readyReplicas')),
  AGE,
  CONTAINERS,
  IMAGES,
  SELECTOR,
];

function jobDuration(job: JsonObject, nowMs: number): string {
  const start = at(job, 'status.startTime');
  if (typeof start !== 'string') return '';
  const end = at(job, 'status.completionTime');
  return humanDuration((typeof end === 'string' ? Date.parse(end) : nowMs) - Date.parse(start));
}

/** Pods and the workloads that create them. */
export const WORKLOAD_TABLES: Record<string, TableColumn[]> = {
  pods: POD_COLUMNS,
  'deployments.apps': DEPLOYMENT_COLUMNS,
  'replicasets.apps': WORKLOAD_SET,
  replicationcontrollers: WORKLOAD_SET,
  'statefulsets.apps': [
    textColumn(
      'Ready',
      (object) => `${number('status.readyReplicas')(object)}/${number('spec.replicas')(object)}`,
    ),
    AGE,
    CONTAINERS,
    IMAGES,
  ],
  'daemonsets.apps': [
    textColumn('Desired', number('status.desiredNumberScheduled')),
    textColumn('Current', number('status.currentNumberScheduled')),
    textColumn('Ready', number('status.numberReady')),
    textColumn('Up-to-date', number('status.updatedNumberScheduled')),
    textColumn('Available', number('status.numberAvailable')),
    textColumn('Node Selector', noneCell),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  'jobs.batch': [
    textColumn(
      'Completions',
      (job) => `${number('status.succeeded')(job)}/${String(at(job, 'spec.completions') ?? 1)}`,
    ),
    textColumn('Duration', jobDuration),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  'cronjobs.batch': [
    textColumn('Schedule', orNone('spec.schedule')),
    textColumn('Suspend', (job) => (at(job, 'spec.suspend') === true ? 'True' : 'False')),
    textColumn('Active', (job) => objectsAt(job.status, 'active').length),
    textColumn('Last Schedule', (job, now) => {
      const last = at(job, 'status.lastScheduleTime');
      return typeof last === 'string' ? ageText(last, now) : NONE;
    }),
    AGE,
    CONTAINERS,
    IMAGES,
  ],
};

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
import { POD_COLUMNS } from '@/sandbox/api/table/pod-columns';

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

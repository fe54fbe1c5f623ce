import { type JsonRecord, recordsAt } from '../json';
import { age, humanDuration } from './age';
import {
  AGE,
  at,
  NONE,
  noneCell,
  number,
  orNone,
  selectorText,
  type TableColumn,
  text,
  wide,
} from './column';
import { POD_COLUMNS } from './pod-columns';

function templateContainers(object: JsonRecord): JsonRecord[] {
  return recordsAt(
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
  text(
    'Ready',
    (object) => `${number('status.readyReplicas')(object)}/${number('spec.replicas')(object)}`,
    'Number of the pod with ready state',
  ),
  text(
    'Up-to-date',
    number('status.updatedReplicas'),
    'Total number of non-terminated pods targeted by this deployment that have the desired template spec.',
  ),
  text(
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
  text('Desired', number('spec.replicas')),
  text('Current', number('status.replicas')),
  text('Ready', number('status.readyReplicas')),
  AGE,
  CONTAINERS,
  IMAGES,
  SELECTOR,
];

function jobDuration(job: JsonRecord, nowMs: number): string {
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
    text('Ready', (object) => `${number('status.readyReplicas')(object)}/${number('spec.replicas')(object)}`),
    AGE,
    CONTAINERS,
    IMAGES,
  ],
  'daemonsets.apps': [
    text('Desired', number('status.desiredNumberScheduled')),
    text('Current', number('status.currentNumberScheduled')),
    text('Ready', number('status.numberReady')),
    text('Up-to-date', number('status.updatedNumberScheduled')),
    text('Available', number('status.numberAvailable')),
    text('Node Selector', noneCell),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  'jobs.batch': [
    text(
      'Completions',
      (job) => `${number('status.succeeded')(job)}/${String(at(job, 'spec.completions') ?? 1)}`,
    ),
    text('Duration', jobDuration),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  'cronjobs.batch': [
    text('Schedule', orNone('spec.schedule')),
    text('Suspend', (job) => (at(job, 'spec.suspend') === true ? 'True' : 'False')),
    text('Active', (job) => recordsAt(job.status, 'active').length),
    text('Last Schedule', (job, now) => {
      const last = at(job, 'status.lastScheduleTime');
      return typeof last === 'string' ? age(last, now) : NONE;
    }),
    AGE,
    CONTAINERS,
    IMAGES,
  ],
};

import type { LabelSelector } from '@/server/kube/types';
import { formatSelector, selectorFrom } from '@/server/model/selector';
import { isRecord, type JsonRecord, recordsAt } from '../json';
import type { Kind, PrinterColumn } from '../kinds/kind';
import { age, humanDuration } from './age';
import { CREATION_DESCRIPTION } from './descriptions';
import { podStatusCells } from './pod-status';

type Cell = (object: JsonRecord, nowMs: number) => unknown;

/** A column beside the name, with how its cell is found. */
interface Shown extends PrinterColumn {
  cell: Cell;
}

const text = (name: string, cell: Cell, description = '', priority = 0): Shown => ({
  name,
  type: 'string',
  description,
  priority,
  cell,
});
const wide = (name: string, cell: Cell, description = ''): Shown => text(name, cell, description, 1);
const AGE: Shown = text('Age', (object, nowMs) => age(created(object), nowMs), CREATION_DESCRIPTION);

const NONE = '<none>';

function at(object: unknown, path: string): unknown {
  let value = object;
  for (const key of path.split('.')) value = isRecord(value) ? value[key] : undefined;
  return value;
}

const orNone = (path: string) => (object: JsonRecord) => String(at(object, path) || NONE);
const number = (path: string) => (object: JsonRecord) => Number(at(object, path) ?? 0);
const size = (path: string) => (object: JsonRecord) =>
  Object.keys((at(object, path) as JsonRecord | undefined) ?? {}).length;

function created(object: JsonRecord): string | undefined {
  return at(object, 'metadata.creationTimestamp') as string | undefined;
}

function templateContainers(object: JsonRecord): JsonRecord[] {
  return recordsAt(
    at(object, 'spec.template.spec') ?? at(object, 'spec.jobTemplate.spec.template.spec'),
    'containers',
  );
}

function selectorText(object: JsonRecord): string {
  const selector = at(object, 'spec.selector');
  if (!isRecord(selector)) return NONE;
  const structured =
    'matchLabels' in selector || 'matchExpressions' in selector ? selector : { matchLabels: selector };
  return formatSelector(selectorFrom(structured as LabelSelector)) || NONE;
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

const POD_COLUMNS: Shown[] = [
  text(
    'Ready',
    (pod, now) => podStatusCells(pod, now)[0],
    'The aggregate readiness state of this pod for accepting traffic.',
  ),
  text(
    'Status',
    (pod, now) => podStatusCells(pod, now)[1],
    'The aggregate status of the containers in this pod.',
  ),
  text(
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

const DEPLOYMENT_COLUMNS: Shown[] = [
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

const WORKLOAD_SET: Shown[] = [
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

function nodeStatus(node: JsonRecord): string {
  const ready = recordsAt(at(node, 'status'), 'conditions').find((each) => each.type === 'Ready');
  const text = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown';
  return at(node, 'spec.unschedulable') === true ? `${text},SchedulingDisabled` : text;
}

function nodeRoles(node: JsonRecord): string {
  const labels = at(node, 'metadata.labels');
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(isRecord(labels) ? labels : {}).filter((key) => key.startsWith(prefix));
  return roles.map((key) => key.slice(prefix.length)).join(',') || NONE;
}

function hpaTargets(hpa: JsonRecord): string {
  return recordsAt(hpa.spec, 'metrics')
    .map((metric) => {
      const source = [metric.resource, metric.containerResource].find(isRecord);
      const target = at(source, 'target.averageUtilization');
      return `${String(source?.name ?? metric.type)}: <unknown>/${target === undefined ? String(at(source, 'target.averageValue') ?? '') : `${String(target)}%`}`;
    })
    .join(', ');
}

function ports(service: JsonRecord): string {
  const list = recordsAt(service.spec, 'ports').map(
    (each) => `${String(each.port)}/${String(each.protocol)}`,
  );
  return list.join(',') || NONE;
}

function quotaText(prefix: string) {
  return (quota: JsonRecord) => {
    const hard = at(quota, 'status.hard');
    const used = at(quota, 'status.used');
    return Object.entries(isRecord(hard) ? hard : {})
      .filter(([name]) => name.startsWith('limits.') === (prefix === 'limits.'))
      .map(([name, amount]) => `${name}: ${String(isRecord(used) ? used[name] : 0)}/${String(amount)}`)
      .join(', ');
  };
}

const COLUMNS: Record<string, Shown[]> = {
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
  nodes: [
    text('Status', nodeStatus),
    text('Roles', nodeRoles),
    AGE,
    text('Version', (node) => String(at(node, 'status.nodeInfo.kubeletVersion') ?? '')),
    wide('Internal-IP', (node) =>
      String(recordsAt(node.status, 'addresses').find((each) => each.type === 'InternalIP')?.address ?? NONE),
    ),
    wide('OS-Image', (node) => String(at(node, 'status.nodeInfo.osImage') ?? '<unknown>')),
  ],
  namespaces: [text('Status', orNone('status.phase')), AGE],
  events: [
    text('Last Seen', (event, now) =>
      age((event.lastTimestamp ?? event.eventTime ?? created(event)) as string, now),
    ),
    text('Type', orNone('type')),
    text('Reason', orNone('reason')),
    text(
      'Object',
      (event) =>
        `${String(at(event, 'involvedObject.kind')).toLowerCase()}/${String(at(event, 'involvedObject.name'))}`,
    ),
    wide('Source', (event) => String(at(event, 'source.component') ?? event.reportingComponent ?? '')),
    text('Message', (event) => String(event.message ?? '').trim()),
    wide('Count', (event) => Number(event.count ?? 1)),
  ],
  services: [
    text('Type', orNone('spec.type')),
    text('Cluster-IP', orNone('spec.clusterIP')),
    text('External-IP', noneCell),
    text('Port(s)', ports),
    AGE,
    wide('Selector', selectorText),
  ],
  configmaps: [text('Data', size('data')), AGE],
  secrets: [text('Type', orNone('type')), text('Data', size('data')), AGE],
  serviceaccounts: [text('Secrets', (account) => recordsAt(account, 'secrets').length), AGE],
  resourcequotas: [AGE, text('Request', quotaText('')), text('Limit', quotaText('limits.'))],
  limitranges: [text('Created At', (object) => created(object))],
  'horizontalpodautoscalers.autoscaling': [
    text(
      'Reference',
      (hpa) =>
        `${String(at(hpa, 'spec.scaleTargetRef.kind'))}/${String(at(hpa, 'spec.scaleTargetRef.name'))}`,
    ),
    text('Targets', hpaTargets),
    text('MinPods', (hpa) => String(at(hpa, 'spec.minReplicas') ?? '<unset>')),
    text('MaxPods', number('spec.maxReplicas')),
    text('Replicas', number('status.currentReplicas')),
    AGE,
  ],
  'poddisruptionbudgets.policy': [
    text('Min Available', (budget) => String(at(budget, 'spec.minAvailable') ?? 'N/A')),
    text('Max Unavailable', (budget) => String(at(budget, 'spec.maxUnavailable') ?? 'N/A')),
    text('Allowed Disruptions', number('status.disruptionsAllowed')),
    AGE,
  ],
  'leases.coordination.k8s.io': [
    text('Holder', (lease) => String(at(lease, 'spec.holderIdentity') ?? '')),
    AGE,
  ],
  'priorityclasses.scheduling.k8s.io': [
    text('Value', (object) => Number(object.value ?? 0)),
    text('Global-Default', (object) => object.globalDefault === true),
    AGE,
  ],
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': [
    text('Webhooks', (object) => recordsAt(object, 'webhooks').length),
    AGE,
  ],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': [
    text('Webhooks', (object) => recordsAt(object, 'webhooks').length),
    AGE,
  ],
};

function noneCell(): string {
  return NONE;
}

/** How the built-in kinds are shown; what is not in the table shows when it was created. */
export function withColumns(kind: Kind): Kind {
  const shown = COLUMNS[kind.group ? `${kind.plural}.${kind.group}` : kind.plural];
  if (!shown) return kind;
  return {
    ...kind,
    columns: shown.map(({ cell: _cell, ...column }) => column),
    cells: (object, nowMs) => shown.map(({ cell }) => cell(object, nowMs)),
  };
}

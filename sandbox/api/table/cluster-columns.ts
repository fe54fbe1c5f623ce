import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { ageText } from '@/sandbox/api/table/age';
import {
  AGE,
  at,
  created,
  NONE,
  noneCell,
  number,
  orNone,
  selectorText,
  size,
  type TableColumn,
  textColumn,
  wide,
} from '@/sandbox/api/table/column';

const UNKNOWN = '<unknown>';
const MOST_SHOWN = 2;

/** The columns of `kubectl get hpa`. */
const AUTOSCALER_COLUMNS: TableColumn[] = [
  textColumn(
    'Reference',
    (hpa) => `${String(at(hpa, 'spec.scaleTargetRef.kind'))}/${String(at(hpa, 'spec.scaleTargetRef.name'))}`,
  ),
  textColumn('Targets', targets),
  textColumn('MinPods', (hpa) => String(at(hpa, 'spec.minReplicas') ?? '<unset>')),
  textColumn('MaxPods', number('spec.maxReplicas')),
  textColumn('Replicas', number('status.currentReplicas')),
  AGE,
];

function targets(hpa: JsonObject): string {
  const statuses = objectsAt(hpa.status, 'currentMetrics');
  const all = objectsAt(hpa.spec, 'metrics').map((spec, index) => targetText(spec, statuses[index]));
  if (all.length === 0) return NONE;
  const shown = all.slice(0, MOST_SHOWN).join(', ');
  return all.length > MOST_SHOWN ? `${shown} + ${all.length - MOST_SHOWN} more...` : shown;
}

/** What a metric is, against what it should be. */
function targetText(spec: JsonObject, status: JsonObject | undefined): string {
  switch (spec.type) {
    case 'Resource':
    case 'ContainerResource': {
      const field = spec.type === 'Resource' ? 'resource' : 'containerResource';
      const name = String(at(spec, `${field}.name`));
      const share = at(spec, `${field}.target.averageUtilization`);
      const percent = (value: unknown) => (value === undefined ? undefined : `${String(value)}%`);
      return at(spec, `${field}.target.averageValue`) === undefined
        ? `${name}: ${percent(at(status, `${field}.current.averageUtilization`)) ?? UNKNOWN}/${percent(share) ?? '<auto>'}`
        : `${name}: ${amounts(spec, status, field, 'averageValue')}`;
    }
    case 'Pods':
      return amounts(spec, status, 'pods', 'averageValue');
    case 'Object':
    case 'External': {
      const field = spec.type === 'Object' ? 'object' : 'external';
      return at(spec, `${field}.target.averageValue`) === undefined
        ? amounts(spec, status, field, 'value')
        : `${amounts(spec, status, field, 'averageValue')} (avg)`;
    }
    default:
      return '<unknown type>';
  }
}

function amounts(spec: JsonObject, status: JsonObject | undefined, field: string, value: string): string {
  const current = isJsonObject(status) ? at(status, `${field}.current.${value}`) : undefined;
  return `${String(current ?? UNKNOWN)}/${String(at(spec, `${field}.target.${value}`))}`;
}

function nodeStatus(node: JsonObject): string {
  const ready = objectsAt(at(node, 'status'), 'conditions').find((each) => each.type === 'Ready');
  const text = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown';
  return at(node, 'spec.unschedulable') === true ? `${text},SchedulingDisabled` : text;
}

function nodeRoles(node: JsonObject): string {
  const labels = at(node, 'metadata.labels');
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(isJsonObject(labels) ? labels : {}).filter((key) => key.startsWith(prefix));
  return roles.map((key) => key.slice(prefix.length)).join(',') || NONE;
}

function ports(service: JsonObject): string {
  const list = objectsAt(service.spec, 'ports').map(
    (each) => `${String(each.port)}/${String(each.protocol)}`,
  );
  return list.join(',') || NONE;
}

function quotaText(prefix: string) {
  return (quota: JsonObject) => {
    const hard = at(quota, 'status.hard');
    const used = at(quota, 'status.used');
    return Object.entries(isJsonObject(hard) ? hard : {})
      .filter(([name]) => name.startsWith('limits.') === (prefix === 'limits.'))
      .map(([name, amount]) => `${name}: ${String(isJsonObject(used) ? used[name] : 0)}/${String(amount)}`)
      .join(', ');
  };
}

/** Everything that is no workload. */
export const CLUSTER_COLUMNS: Record<string, TableColumn[]> = {
  nodes: [
    textColumn('Status', nodeStatus),
    textColumn('Roles', nodeRoles),
    AGE,
    textColumn('Version', (node) => String(at(node, 'status.nodeInfo.kubeletVersion') ?? '')),
    wide('Internal-IP', (node) =>
      String(objectsAt(node.status, 'addresses').find((each) => each.type === 'InternalIP')?.address ?? NONE),
    ),
    wide('OS-Image', (node) => String(at(node, 'status.nodeInfo.osImage') ?? '<unknown>')),
  ],
  namespaces: [textColumn('Status', orNone('status.phase')), AGE],
  events: [
    textColumn('Last Seen', (event, now) =>
      ageText((event.lastTimestamp ?? event.eventTime ?? created(event)) as string, now),
    ),
    textColumn('Type', orNone('type')),
    textColumn('Reason', orNone('reason')),
    textColumn(
      'Object',
      (event) =>
        `${String(at(event, 'involvedObject.kind')).toLowerCase()}/${String(at(event, 'involvedObject.name'))}`,
    ),
    wide('Source', (event) => String(at(event, 'source.component') ?? event.reportingComponent ?? '')),
    textColumn('Message', (event) => String(event.message ?? '').trim()),
    wide('Count', (event) => Number(event.count ?? 1)),
  ],
  services: [
    textColumn('Type', orNone('spec.type')),
    textColumn('Cluster-IP', orNone('spec.clusterIP')),
    textColumn('External-IP', noneCell),
    textColumn('Port(s)', ports),
    AGE,
    wide('Selector', selectorText),
  ],
  configmaps: [textColumn('Data', size('data')), AGE],
  secrets: [textColumn('Type', orNone('type')), textColumn('Data', size('data')), AGE],
  serviceaccounts: [textColumn('Secrets', (account) => objectsAt(account, 'secrets').length), AGE],
  resourcequotas: [AGE, textColumn('Request', quotaText('')), textColumn('Limit', quotaText('limits.'))],
  limitranges: [textColumn('Created At', (object) => created(object))],
  'horizontalpodautoscalers.autoscaling': AUTOSCALER_COLUMNS,
  'poddisruptionbudgets.policy': [
    textColumn('Min Available', (budget) => String(at(budget, 'spec.minAvailable') ?? 'N/A')),
    textColumn('Max Unavailable', (budget) => String(at(budget, 'spec.maxUnavailable') ?? 'N/A')),
    textColumn('Allowed Disruptions', number('status.disruptionsAllowed')),
    AGE,
  ],
  'leases.coordination.k8s.io': [
    textColumn('Holder', (lease) => String(at(lease, 'spec.holderIdentity') ?? '')),
    AGE,
  ],
  'priorityclasses.scheduling.k8s.io': [
    textColumn('Value', (object) => Number(object.value ?? 0)),
    textColumn('Global-Default', (object) => object.globalDefault === true),
    AGE,
  ],
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': [
    textColumn('Webhooks', (object) => objectsAt(object, 'webhooks').length),
    AGE,
  ],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': [
    textColumn('Webhooks', (object) => objectsAt(object, 'webhooks').length),
    AGE,
  ],
};

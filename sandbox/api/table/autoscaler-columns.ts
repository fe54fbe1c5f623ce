import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { AGE, at, NONE, number, type TableColumn, textColumn } from '@/sandbox/api/table/column';

const UNKNOWN = '<unknown>';
const MOST_SHOWN = 2;

/** The columns of `kubectl get hpa`. */
export const AUTOSCALER_COLUMNS: TableColumn[] = [
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

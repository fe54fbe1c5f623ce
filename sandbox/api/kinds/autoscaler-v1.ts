import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import type { Kind } from '@/sandbox/api/kinds/kind';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
/** Fields that autoscaling/v1 lacks, and the annotations that keep them. */
const METRICS = `${PREFIX}metrics`;
const BEHAVIOR = `${PREFIX}behavior`;
const CURRENT_METRICS = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;

/** autoscaling/v1 has only a CPU metric; all else is kept in annotations. */
export const AUTOSCALER_V1: NonNullable<Kind['aliases']>[number] = {
  version: 'v1',
  to: (object) => {
    const { metrics: _metrics, behavior, ...spec } = recordOf(object.spec);
    const { currentMetrics: _current, conditions, currentReplicas = 0, ...status } = recordOf(object.status);
    const cpu = objectsAt(object.spec, 'metrics').find(isCpuUse);
    const current = objectsAt(object.status, 'currentMetrics');
    const currentCpu = current.find((each) => utilization(each, 'current') !== undefined && isCpu(each));
    return {
      ...object,
      metadata: annotated(object.metadata, {
        [METRICS]: others(objectsAt(object.spec, 'metrics'), cpu),
        [BEHAVIOR]: behavior,
        [CURRENT_METRICS]: others(current, currentCpu),
        [CONDITIONS]: conditions,
      }),
      spec: { ...spec, ...(cpu && { targetCPUUtilizationPercentage: utilization(cpu, 'target') }) },
      status: {
        currentReplicas,
        ...status,
        ...(currentCpu && { currentCPUUtilizationPercentage: utilization(currentCpu, 'current') }),
      },
    };
  },
  from: (object) => {
    const { targetCPUUtilizationPercentage: percent, ...spec } = recordOf(object.spec);
    const { currentCPUUtilizationPercentage: used, ...status } = recordOf(object.status);
    const { metadata, kept } = unannotated(object.metadata);
    const metrics = [
      ...(percent === undefined ? [] : [cpuMetric('target', percent)]),
      ...(Array.isArray(kept[METRICS]) ? kept[METRICS] : []),
    ];
    const current = [
      ...(used === undefined ? [] : [cpuMetric('current', used)]),
      ...(Array.isArray(kept[CURRENT_METRICS]) ? kept[CURRENT_METRICS] : []),
    ];
    return {
      ...object,
      metadata,
      spec: {
        ...spec,
        ...(metrics.length > 0 && { metrics }),
        ...(isJsonObject(kept[BEHAVIOR]) && { behavior: kept[BEHAVIOR] }),
      },
      ...(isJsonObject(object.status) && {
        status: {
          ...status,
          ...(current.length > 0 && { currentMetrics: current }),
          ...(Array.isArray(kept[CONDITIONS]) && { conditions: kept[CONDITIONS] }),
        },
      }),
    };
  },
};

function cpuMetric(field: 'target' | 'current', averageUtilization: unknown): JsonObject {
  const type = field === 'target' ? { type: 'Utilization' } : {};
  return { type: 'Resource', resource: { name: 'cpu', [field]: { ...type, averageUtilization } } };
}

function isCpu(metric: JsonObject): boolean {
  return metric.type === 'Resource' && isJsonObject(metric.resource) && metric.resource.name === 'cpu';
}

function isCpuUse(metric: JsonObject): boolean {
  return isCpu(metric) && utilization(metric, 'target') !== undefined;
}

function utilization(metric: JsonObject, field: 'target' | 'current'): unknown {
  const value = isJsonObject(metric.resource) ? metric.resource[field] : undefined;
  return isJsonObject(value) ? value.averageUtilization : undefined;
}

function others(metrics: readonly JsonObject[], cpu: JsonObject | undefined): JsonObject[] | undefined {
  const rest = metrics.filter((each) => each !== cpu);
  return rest.length > 0 ? rest : undefined;
}

function annotated(metadata: unknown, kept: Readonly<Record<string, unknown>>): JsonObject {
  const given = recordOf(metadata);
  const texts = Object.entries(kept).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, JSON.stringify(value)]],
  );
  if (texts.length === 0) return given;
  return { ...given, annotations: { ...recordOf(given.annotations), ...Object.fromEntries(texts) } };
}

/** The metadata without what annotations keep, and what they keep; one that is no JSON stays. */
function unannotated(metadata: unknown): { metadata: JsonObject; kept: Record<string, unknown> } {
  const given = recordOf(metadata);
  const annotations = { ...recordOf(given.annotations) };
  const kept: Record<string, unknown> = {};
  for (const key of [METRICS, BEHAVIOR, CURRENT_METRICS, CONDITIONS]) {
    if (typeof annotations[key] !== 'string') continue;
    try {
      kept[key] = JSON.parse(annotations[key]);
      delete annotations[key];
    } catch {
      // Kubernetes leaves it in place too.
    }
  }
  if (Object.keys(kept).length === 0) return { metadata: given, kept };
  const { annotations: _all, ...rest } = given;
  return { metadata: Object.keys(annotations).length > 0 ? { ...rest, annotations } : rest, kept };
}

function recordOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

import { isRecord, type JsonRecord, recordsAt } from '../json';
import type { Kind } from './kind';

const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';

/** autoscaling/v1 has only a CPU metric; the others are kept in an annotation. */
export const AUTOSCALER_V1: NonNullable<Kind['aliases']>[number] = {
  version: 'v1',
  to: (object) => {
    const spec = isRecord(object.spec) ? object.spec : {};
    const { metrics: _metrics, behavior: _behavior, ...rest } = spec;
    const metrics = recordsAt(spec, 'metrics');
    const cpu = metrics.find(isCpuUse);
    const others = metrics.filter((each) => each !== cpu);
    const status = isRecord(object.status) ? object.status : {};
    const { currentMetrics: _current, conditions: _conditions, currentReplicas = 0, ...kept } = status;
    return {
      ...object,
      metadata: others.length > 0 ? annotated(object.metadata, JSON.stringify(others)) : object.metadata,
      spec: { ...rest, ...(cpu ? { targetCPUUtilizationPercentage: utilization(cpu) } : {}) },
      status: { currentReplicas, ...kept },
    };
  },
  from: (object) => {
    const spec = isRecord(object.spec) ? object.spec : {};
    const { targetCPUUtilizationPercentage: percent, ...rest } = spec;
    if (percent === undefined) return object;
    const target = { type: 'Utilization', averageUtilization: percent };
    return {
      ...object,
      spec: { ...rest, metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] },
    };
  },
};

function isCpuUse(metric: JsonRecord): boolean {
  return (
    metric.type === 'Resource' &&
    isRecord(metric.resource) &&
    metric.resource.name === 'cpu' &&
    utilization(metric) !== undefined
  );
}

function utilization(metric: JsonRecord): unknown {
  const target = isRecord(metric.resource) ? metric.resource.target : undefined;
  return isRecord(target) ? target.averageUtilization : undefined;
}

function annotated(metadata: unknown, metrics: string): JsonRecord {
  const given = isRecord(metadata) ? metadata : {};
  const annotations = isRecord(given.annotations) ? given.annotations : {};
  return { ...given, annotations: { ...annotations, [METRICS]: metrics } };
}

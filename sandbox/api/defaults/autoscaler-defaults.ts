import { isJsonObject, type JsonObject, objectAt, setDefault } from '@/sandbox/api/json';

const DOUBLE = { type: 'Percent', value: 100, periodSeconds: 15 };
const FOUR_PODS = { type: 'Pods', value: 4, periodSeconds: 15 };

export function completeAutoscaler(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'minReplicas', 1);
  if (!Array.isArray(spec.metrics) || spec.metrics.length === 0)
    spec.metrics = [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ];
  completeBehavior(spec.behavior);
  const status = objectAt(object, 'status');
  setDefault(status, 'desiredReplicas', 0);
  if (status.currentMetrics === undefined) status.currentMetrics = null;
}

/**
 * Who states one direction gets both in full; the window for scaling down stays open: a flag sets it (Kubernetes 1.37,
 * pkg/apis/autoscaling/v2, defaults.go, `GenerateHPAScaleUpRules` and `GenerateHPAScaleDownRules`).
 */
function completeBehavior(behavior: unknown): void {
  if (!isJsonObject(behavior) || !(isJsonObject(behavior.scaleUp) || isJsonObject(behavior.scaleDown)))
    return;
  const up = objectAt(behavior, 'scaleUp');
  setDefault(up, 'stabilizationWindowSeconds', 0);
  completeRules(up, [FOUR_PODS, DOUBLE]);
  completeRules(objectAt(behavior, 'scaleDown'), [DOUBLE]);
}

function completeRules(rules: JsonObject, policies: readonly JsonObject[]): void {
  setDefault(rules, 'selectPolicy', 'Max');
  if (rules.policies === undefined || rules.policies === null)
    rules.policies = policies.map((each) => ({ ...each }));
}

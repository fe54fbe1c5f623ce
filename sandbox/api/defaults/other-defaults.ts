import { isJsonObject, type JsonObject, objectAt, objectsAt, setDefault } from '@/sandbox/api/json';

export function completeNamespace(object: JsonObject, { creating }: { creating: boolean }): void {
  const metadata = objectAt(object, 'metadata');
  objectAt(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata.name;
  if (creating) setDefault(objectAt(object, 'spec'), 'finalizers', ['kubernetes']);
  setDefault(objectAt(object, 'status'), 'phase', 'Active');
}

export function completeBudget(object: JsonObject): void {
  const status = objectAt(object, 'status');
  for (const field of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods']) {
    setDefault(status, field, 0);
  }
}

/** Ports of rules are for TCP (k8s.io/kubernetes v1.37 `pkg/apis/networking/v1/defaults.go`). */
export function completeNetworkPolicy(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  for (const rule of [...objectsAt(spec, 'ingress'), ...objectsAt(spec, 'egress')])
    for (const port of objectsAt(rule, 'ports')) setDefault(port, 'protocol', 'TCP');
}

export function completeEvent(object: JsonObject): void {
  setDefault(object, 'source', {});
  for (const field of ['firstTimestamp', 'lastTimestamp', 'eventTime']) {
    if (object[field] === undefined) object[field] = null;
  }
  setDefault(object, 'reportingComponent', '');
  setDefault(object, 'reportingInstance', '');
}

/**
 * A limit without a default gets its maximum as the default, a default its request (Kubernetes 1.37, pkg/apis/core/v1,
 * defaults.go, `SetDefaults_LimitRangeItem`).
 */
export function completeLimitRange(object: JsonObject): void {
  for (const limit of objectsAt(object.spec, 'limits')) {
    if (limit.type !== 'Container') continue;
    const fallback: JsonObject = {
      ...(isJsonObject(limit.max) ? limit.max : {}),
      ...(isJsonObject(limit.default) ? limit.default : {}),
    };
    if (Object.keys(fallback).length > 0) limit.default = fallback;
    const request: JsonObject = {
      ...(isJsonObject(limit.min) ? limit.min : {}),
      ...fallback,
      ...(isJsonObject(limit.defaultRequest) ? limit.defaultRequest : {}),
    };
    if (Object.keys(request).length > 0) limit.defaultRequest = request;
  }
}

export function completeQuota(object: JsonObject): void {
  setDefault(object, 'status', {});
}

export function completeSecret(object: JsonObject): void {
  setDefault(object, 'type', 'Opaque');
  if (!isJsonObject(object.stringData)) return;
  const data = objectAt(object, 'data');
  for (const [key, value] of Object.entries(object.stringData)) {
    data[key] = Buffer.from(String(value)).toString('base64');
  }
  delete object.stringData;
}

export function completeService(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'type', 'ClusterIP');
  setDefault(spec, 'sessionAffinity', 'None');
  for (const port of objectsAt(spec, 'ports')) {
    setDefault(port, 'protocol', 'TCP');
    setDefault(port, 'targetPort', port.port);
  }
  setDefault(spec, 'internalTrafficPolicy', 'Cluster');
  objectAt(object, 'status').loadBalancer ??= {};
}

/** Webhooks of a configuration, mutating or validating. */
export function completeWebhooks(object: JsonObject): void {
  for (const hook of objectsAt(object, 'webhooks')) {
    setDefault(hook, 'failurePolicy', 'Fail');
    setDefault(hook, 'matchPolicy', 'Equivalent');
    setDefault(hook, 'namespaceSelector', {});
    setDefault(hook, 'objectSelector', {});
    setDefault(hook, 'timeoutSeconds', 10);
    if (object.kind === 'MutatingWebhookConfiguration') setDefault(hook, 'reinvocationPolicy', 'Never');
    for (const rule of objectsAt(hook, 'rules')) setDefault(rule, 'scope', '*');
    const service = isJsonObject(hook.clientConfig) ? hook.clientConfig.service : undefined;
    if (isJsonObject(service)) setDefault(service, 'port', 443);
  }
}

export function completeBinding(object: JsonObject): void {
  const role = object.roleRef;
  if (isJsonObject(role)) setDefault(role, 'apiGroup', 'rbac.authorization.k8s.io');
  for (const subject of objectsAt(object, 'subjects')) {
    if (subject.kind !== 'ServiceAccount') setDefault(subject, 'apiGroup', 'rbac.authorization.k8s.io');
  }
}

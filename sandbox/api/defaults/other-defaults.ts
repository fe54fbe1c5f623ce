import { isRecord, type JsonRecord, recordAt, recordsAt, setDefault } from '@/sandbox/api/json';

export function completeNamespace(object: JsonRecord, { creating }: { creating: boolean }): void {
  const metadata = recordAt(object, 'metadata');
  recordAt(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata.name;
  if (creating) setDefault(recordAt(object, 'spec'), 'finalizers', ['kubernetes']);
  setDefault(recordAt(object, 'status'), 'phase', 'Active');
}

export function completeBudget(object: JsonRecord): void {
  const status = recordAt(object, 'status');
  for (const field of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods']) {
    setDefault(status, field, 0);
  }
}

/** Ports of rules are for TCP (k8s.io/kubernetes v1.37 `pkg/apis/networking/v1/defaults.go`). */
export function completeNetworkPolicy(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  for (const rule of [...recordsAt(spec, 'ingress'), ...recordsAt(spec, 'egress')])
    for (const port of recordsAt(rule, 'ports')) setDefault(port, 'protocol', 'TCP');
}

export function completeEvent(object: JsonRecord): void {
  setDefault(object, 'source', {});
  for (const field of ['firstTimestamp', 'lastTimestamp', 'eventTime']) {
    if (object[field] === undefined) object[field] = null;
  }
  setDefault(object, 'reportingComponent', '');
  setDefault(object, 'reportingInstance', '');
}

/** A limit without a default gets its maximum as the default, a default its request. */
export function completeLimitRange(object: JsonRecord): void {
  for (const limit of recordsAt(object.spec, 'limits')) {
    if (limit.type !== 'Container') continue;
    const fallback: JsonRecord = {
      ...(isRecord(limit.max) ? limit.max : {}),
      ...(isRecord(limit.default) ? limit.default : {}),
    };
    if (Object.keys(fallback).length > 0) limit.default = fallback;
    const request: JsonRecord = {
      ...(isRecord(limit.min) ? limit.min : {}),
      ...fallback,
      ...(isRecord(limit.defaultRequest) ? limit.defaultRequest : {}),
    };
    if (Object.keys(request).length > 0) limit.defaultRequest = request;
  }
}

export function completeQuota(object: JsonRecord): void {
  setDefault(object, 'status', {});
}

export function completeSecret(object: JsonRecord): void {
  setDefault(object, 'type', 'Opaque');
  if (!isRecord(object.stringData)) return;
  const data = recordAt(object, 'data');
  for (const [key, value] of Object.entries(object.stringData)) {
    data[key] = Buffer.from(String(value)).toString('base64');
  }
  delete object.stringData;
}

export function completeService(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  setDefault(spec, 'type', 'ClusterIP');
  setDefault(spec, 'sessionAffinity', 'None');
  for (const port of recordsAt(spec, 'ports')) {
    setDefault(port, 'protocol', 'TCP');
    setDefault(port, 'targetPort', port.port);
  }
  setDefault(spec, 'internalTrafficPolicy', 'Cluster');
  recordAt(object, 'status').loadBalancer ??= {};
}

/** Webhooks of a configuration, mutating or validating. */
export function completeWebhooks(object: JsonRecord): void {
  for (const hook of recordsAt(object, 'webhooks')) {
    setDefault(hook, 'failurePolicy', 'Fail');
    setDefault(hook, 'matchPolicy', 'Equivalent');
    setDefault(hook, 'namespaceSelector', {});
    setDefault(hook, 'objectSelector', {});
    setDefault(hook, 'timeoutSeconds', 10);
    if (object.kind === 'MutatingWebhookConfiguration') setDefault(hook, 'reinvocationPolicy', 'Never');
    for (const rule of recordsAt(hook, 'rules')) setDefault(rule, 'scope', '*');
    const service = isRecord(hook.clientConfig) ? hook.clientConfig.service : undefined;
    if (isRecord(service)) setDefault(service, 'port', 443);
  }
}

export function completeBinding(object: JsonRecord): void {
  const role = object.roleRef;
  if (isRecord(role)) setDefault(role, 'apiGroup', 'rbac.authorization.k8s.io');
  for (const subject of recordsAt(object, 'subjects')) {
    if (subject.kind !== 'ServiceAccount') setDefault(subject, 'apiGroup', 'rbac.authorization.k8s.io');
  }
}

import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { isNamespace, type Kind } from '@/sandbox/api/kinds/kind';
import type { Subresource } from '@/sandbox/api/registry';
import { selectorMatches } from '@/server/objects/selector';
import type { KubeObject, LabelSelector } from '@/server/objects/types';

const REGISTRATION_GROUP = 'admissionregistration.k8s.io';

export interface MatchRequest {
  kind: Kind;
  operation: 'CREATE' | 'UPDATE';
  object: KubeObject;
  old?: KubeObject;
  subresource?: Subresource;
}

interface InNamespace extends MatchRequest {
  namespaceLabels: Record<string, string> | undefined;
}

/** Whether a webhook matches a request. The configurations themselves are exempt. */
export function webhookMatches(hook: JsonObject, request: InNamespace): boolean {
  if (request.kind.group === REGISTRATION_GROUP) return false;
  return rulesMatch(hook, request) && namespaceMatches(hook, request) && objectMatches(hook, request);
}

function rulesMatch(hook: JsonObject, { kind, operation, subresource }: InNamespace): boolean {
  const equivalent = hook.matchPolicy !== 'Exact';
  return objectsAt(hook, 'rules').some(
    (rule) =>
      lists(rule.operations, operation) &&
      lists(rule.apiGroups, kind.group) &&
      (lists(rule.apiVersions, kind.version) ||
        (equivalent && (kind.aliases ?? []).some((alias) => lists(rule.apiVersions, alias.version)))) &&
      listsResource(rule.resources, kind.plural, subresource) &&
      scopeMatches(rule.scope, kind.namespaced),
  );
}

function lists(list: unknown, value: string): boolean {
  return Array.isArray(list) && (list.includes('*') || list.includes(value));
}

/** A resource alone, also `*`, has none of its subresources. */
function listsResource(list: unknown, plural: string, subresource: string | undefined): boolean {
  const names =
    subresource === undefined
      ? [plural, '*', '*/*']
      : [`${plural}/${subresource}`, `${plural}/*`, `*/${subresource}`, '*/*'];
  return Array.isArray(list) && names.some((name) => list.includes(name));
}

function scopeMatches(scope: unknown, namespaced: boolean): boolean {
  if (scope === 'Namespaced') return namespaced;
  if (scope === 'Cluster') return !namespaced;
  return true;
}

function namespaceMatches(hook: JsonObject, { kind, object, namespaceLabels }: InNamespace): boolean {
  const selector = asSelector(hook.namespaceSelector);
  if (isNamespace(kind)) return selectorMatches(selector, object.metadata.labels);
  return !kind.namespaced || selectorMatches(selector, namespaceLabels);
}

/** An update matches if the object matches before or after it. */
function objectMatches(hook: JsonObject, { object, old }: InNamespace): boolean {
  const selector = asSelector(hook.objectSelector);
  return (
    selectorMatches(selector, object.metadata.labels) ||
    (old !== undefined && selectorMatches(selector, old.metadata.labels))
  );
}

/** Here an absent selector matches everything. */
function asSelector(value: unknown): LabelSelector {
  return isJsonObject(value) ? (value as LabelSelector) : {};
}

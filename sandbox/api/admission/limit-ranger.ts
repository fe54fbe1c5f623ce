import type { AdmissionAttributes, AdmissionStep } from '@/sandbox/api/admission/chain';
import {
  containerAmounts,
  podAmounts,
  type QuantityMap,
  quantitiesOf,
} from '@/sandbox/api/admission/pod-amounts';
import { forbidden } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '@/sandbox/api/json';
import { isPod } from '@/sandbox/api/kinds/kind';
import type { Storage } from '@/sandbox/api/storage/storage';
import {
  compareQuantities,
  formatQuantity,
  type Quantity,
  quantityToNumber,
} from '@/server/objects/quantity';
import type { KubeObject } from '@/server/objects/types';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * Gives containers the defaults of the namespace's LimitRanges, and checks pods against them (Kubernetes 1.37,
 * plugin/pkg/admission/limitranger, admission.go, `PodMutateLimitFunc` and `PodValidateLimitFunc`).
 */
export function limitRanger(storage: Storage): AdmissionStep {
  const limitsIn = (namespace: string | undefined) =>
    storage
      .store('limitranges')
      .list(namespace ?? '')
      .flatMap((each) => objectsAt(specOf(each), 'limits'));
  return {
    mutate({ kind, operation, object, subresource }: AdmissionAttributes): void {
      if (!isPod(kind) || (operation === 'UPDATE' && subresource !== 'resize')) return;
      fillDefaults(object, limitsIn(object.metadata.namespace));
    },
    validate({ kind, operation, object, subresource }: AdmissionAttributes): void {
      if (!isPod(kind) || (operation === 'UPDATE' && subresource !== 'resize')) return;
      const faults = limitsIn(object.metadata.namespace).flatMap((limit) =>
        faultsUnder(limit, specOf(object)),
      );
      if (faults.length === 0) return;
      throw forbidden(
        kind,
        object.metadata.name,
        faults.length === 1 ? (faults[0] ?? '') : `[${faults.join(', ')}]`,
      );
    },
  };
}

function specOf(object: KubeObject): JsonObject {
  const { spec } = object as KubeObject & JsonObject;
  return isJsonObject(spec) ? spec : {};
}

function fillDefaults(pod: KubeObject, limits: JsonObject[]): void {
  const defaults = limits.filter((limit) => limit.type === 'Container');
  if (defaults.length === 0) return;
  const notes: string[] = [];
  for (const list of ['containers', 'initContainers']) {
    for (const container of objectsAt(specOf(pod), list)) {
      const label = `${list === 'containers' ? 'container' : 'init container'} ${String(container.name)}`;
      for (const [part, source] of [
        ['requests', 'defaultRequest'],
        ['limits', 'default'],
      ] as const) {
        const set = defaults.flatMap((limit) => fillPart(container, part, limit[source]));
        if (set.length > 0) notes.push(`${set.sort().join(', ')} ${part.slice(0, -1)} for ${label}`);
      }
    }
  }
  if (notes.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
}

function fillPart(container: JsonObject, part: 'requests' | 'limits', source: unknown): string[] {
  if (!isJsonObject(source)) return [];
  const resources = objectAt(container, 'resources');
  const missing = Object.keys(source).filter(
    (name) => !isJsonObject(resources[part]) || resources[part][name] === undefined,
  );
  for (const name of missing) objectAt(resources, part)[name] = source[name];
  return missing;
}

function faultsUnder(limit: JsonObject, spec: JsonObject): string[] {
  switch (limit.type) {
    case 'Container':
      return [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].flatMap((container) =>
        check(
          limit,
          'Container',
          containerAmounts(container, 'requests'),
          containerAmounts(container, 'limits'),
        ),
      );
    case 'Pod':
      return check(limit, 'Pod', podAmounts(spec, 'requests'), podAmounts(spec, 'limits'));
    default:
      return [];
  }
}

function check(limit: JsonObject, type: string, requests: QuantityMap, limits: QuantityMap): string[] {
  const faults: string[] = [];
  for (const [name, bound] of quantitiesOf(limit.min)) {
    const rule = `minimum ${name} usage per ${type} is ${formatQuantity(bound)}`;
    faults.push(...broken(rule, bound, ['request', requests.get(name)], ['limit', limits.get(name)], -1));
  }
  for (const [name, bound] of quantitiesOf(limit.max)) {
    const rule = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
    faults.push(...broken(rule, bound, ['limit', limits.get(name)], ['request', requests.get(name)], 1));
  }
  for (const [name, ratio] of quantitiesOf(limit.maxLimitRequestRatio)) {
    faults.push(...brokenRatio(name, type, ratio, requests.get(name), limits.get(name)));
  }
  return faults;
}

type NamedAmount = [string, Quantity | undefined];

/** The first amount must be present; neither may be on the wrong `side` of the bound. */
function broken(
  rule: string,
  bound: Quantity,
  needed: NamedAmount,
  other: NamedAmount,
  side: -1 | 1,
): string[] {
  const [neededName, neededAmount] = needed;
  if (!neededAmount) return [`${rule}.  No ${neededName} is specified`];
  for (const [name, amount] of [needed, other]) {
    if (amount && compareQuantities(amount, bound) === side)
      return [`${rule}, but ${name} is ${formatQuantity(amount)}`];
  }
  return [];
}

function brokenRatio(
  name: string,
  type: string,
  ratio: Quantity,
  request: Quantity | undefined,
  limit: Quantity | undefined,
): string[] {
  const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(ratio)}`;
  if (!request || quantityToNumber(request) === 0)
    return [`${rule}, but no request is specified or request is 0`];
  if (!limit || quantityToNumber(limit) === 0) return [`${rule}, but no limit is specified or limit is 0`];
  const observed = quantityToNumber(limit) / quantityToNumber(request);
  return observed > quantityToNumber(ratio) ? [`${rule}, but provided ratio is ${observed.toFixed(6)}`] : [];
}

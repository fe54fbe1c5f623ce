import type { AdmissionAttributes, AdmissionStep } from '@/sandbox/api/admission/chain';
import { type QuantityMap, quantitiesOf } from '@/sandbox/api/admission/pod-amounts';
import {
  addUsage,
  isCountedAnew,
  isInScope,
  quotaUsageOf,
  unspecified,
} from '@/sandbox/api/admission/quota-usage';
import { forbidden } from '@/sandbox/api/api-error';
import { equalJson } from '@/sandbox/api/json';
import { isPod, kindKey } from '@/sandbox/api/kinds/kind';
import type { Registry } from '@/sandbox/api/registry';
import type { LoggedEvent } from '@/sandbox/api/storage/event-log';
import type { Storage } from '@/sandbox/api/storage/storage';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from '@/server/objects/quantity';
import type { KubeObject, ResourceQuota } from '@/server/objects/types';

const QUOTAS = 'resourcequotas';
/**
 * How often the quota controller counts all anew (Kubernetes 1.37, pkg/controller/resourcequota/config/v1alpha1,
 * defaults.go).
 */
const RESYNC_MS = 5 * 60_000;
const ZERO = parseQuantity('0');

interface Tracked {
  hard: QuantityMap;
  used: QuantityMap;
}

/**
 * Counts what each quota covers as objects come and go, refuses what would exceed it, and writes its status.
 */
export class QuotaKeeper implements AdmissionStep {
  /** By namespace, then name. */
  private readonly tracked = new Map<string, Map<string, Tracked>>();
  private readonly stale = new Set<string>();
  /** Namespaces of which more is charged than their pods account for. */
  private readonly charged = new Set<string>();
  private scheduled = false;

  constructor(
    private readonly registry: Registry,
    private readonly storage: Storage,
    private readonly log: Logger,
    private readonly clock: Clock,
  ) {
    storage.subscribeAll((resource, event) => this.observe(resource, event));
  }

  /** @throws ApiError 403 naming the quota and what it lacks */
  validate({ kind, operation, object, old, subresource }: AdmissionAttributes): void {
    if (operation === 'UPDATE' && subresource !== 'resize') return;
    const resource = kindKey(kind);
    for (const [name, tracked] of this.tracked.get(object.metadata.namespace ?? '') ?? []) {
      const quota = this.storage.store(QUOTAS).get(object.metadata.namespace ?? '', name) as
        | ResourceQuota
        | undefined;
      if (!quota || !isInScope(quota.spec, resource, object)) continue;
      if (isPod(kind)) {
        const missing = unspecified(tracked.hard, object);
        if (missing.length > 0) {
          throw forbidden(
            kind,
            object.metadata.name,
            `failed quota: ${name}: must specify ${missing.join('; ')}`,
          );
        }
      }
      const asked: QuantityMap = new Map();
      addUsage(asked, quotaUsageOf(resource, object), 1);
      if (old) addUsage(asked, quotaUsageOf(resource, old), -1);
      this.refuseExcess(kind, object.metadata.name, name, tracked, asked);
    }
  }

  private refuseExcess(
    kind: AdmissionAttributes['kind'],
    objectName: string,
    quotaName: string,
    { hard, used }: Tracked,
    asked: QuantityMap,
  ): void {
    const exceeded = [...hard.keys()].sort().filter((name) => {
      const wanted = asked.get(name);
      if (!wanted || wanted.nanos <= 0n) return false;
      const total: QuantityMap = new Map([[name, used.get(name) ?? ZERO]]);
      addUsage(total, new Map([[name, wanted]]), 1);
      return compareQuantities(total.get(name) ?? ZERO, hard.get(name) ?? ZERO) > 0;
    });
    if (exceeded.length === 0) return;
    const list = (amounts: QuantityMap) =>
      exceeded.map((name) => `${name}=${formatQuantity(amounts.get(name) ?? ZERO)}`).join(',');
    throw forbidden(
      kind,
      objectName,
      `exceeded quota: ${quotaName}, requested: ${list(asked)}, used: ${list(used)}, limited: ${list(hard)}`,
    );
  }

  private observe(resource: string, { type, object, old }: LoggedEvent): void {
    const namespace = object.metadata.namespace;
    if (!namespace) return;
    if (resource === QUOTAS) {
      if (type === 'DELETED') this.tracked.get(namespace)?.delete(object.metadata.name);
      else if (!old || !equalJson((old as ResourceQuota).spec, (object as ResourceQuota).spec))
        this.track(object as ResourceQuota);
    }
    const quotas = this.tracked.get(namespace);
    if (!quotas || quotas.size === 0) return;
    const stays = type === 'MODIFIED' && resource === 'pods' && old && !isCountedAnew(old, object);
    if (!stays && this.charged.has(namespace)) {
      this.recount(namespace);
      return;
    }
    this.count(
      namespace,
      resource,
      type === 'ADDED' ? undefined : old,
      type === 'DELETED' ? undefined : object,
      stays ? 'rises' : 'all',
    );
  }

  /** Counts all of a namespace, also what was given back without a word to the quota controller. */
  private recount(namespace: string): void {
    this.charged.delete(namespace);
    for (const name of this.tracked.get(namespace)?.keys() ?? []) {
      const quota = this.storage.store(QUOTAS).get(namespace, name) as ResourceQuota | undefined;
      if (quota) this.track(quota);
    }
  }

  /** What was given back stays charged until the quota controller counts anew. */
  private recountLater(namespace: string): void {
    if (this.charged.has(namespace)) return;
    this.charged.add(namespace);
    this.clock.after(RESYNC_MS, () => {
      if (this.charged.has(namespace)) this.recount(namespace);
    });
  }

  private track(quota: ResourceQuota): void {
    const { namespace = '', name } = quota.metadata;
    const tracked: Tracked = { hard: quantitiesOf(quota.spec?.hard), used: new Map() };
    for (const hardName of tracked.hard.keys()) {
      const resource = resourceBehind(hardName);
      for (const object of this.storage.store(resource).list(namespace)) {
        if (!isInScope(quota.spec, resource, object)) continue;
        addUsage(tracked.used, pick(quotaUsageOf(resource, object), [hardName]), 1);
      }
    }
    const quotas = this.tracked.get(namespace) ?? new Map<string, Tracked>();
    quotas.set(name, tracked);
    this.tracked.set(namespace, quotas);
    this.writeLater(namespace);
  }

  private count(
    namespace: string,
    resource: string,
    before: KubeObject | undefined,
    after: KubeObject | undefined,
    counts: 'all' | 'rises',
  ): void {
    for (const [name, { hard, used }] of this.tracked.get(namespace) ?? []) {
      // A quota just added has counted itself already.
      if (resource === QUOTAS && (before ?? after)?.metadata.name === name) continue;
      const quota = this.storage.store(QUOTAS).get(namespace, name) as ResourceQuota | undefined;
      const counted = (object: KubeObject | undefined) =>
        object && isInScope(quota?.spec, resource, object)
          ? pick(quotaUsageOf(resource, object), [...hard.keys()])
          : new Map();
      const change: QuantityMap = new Map();
      addUsage(change, counted(after), 1);
      addUsage(change, counted(before), -1);
      if (counts === 'rises')
        for (const [of, amount] of change)
          if (amount.nanos < 0n) {
            change.delete(of);
            this.recountLater(namespace);
          }
      if ([...change.values()].every((amount) => amount.nanos === 0n)) continue;
      addUsage(used, change, 1);
      this.writeLater(namespace);
    }
  }

  private writeLater(namespace: string): void {
    this.stale.add(namespace);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      const namespaces = [...this.stale];
      this.stale.clear();
      for (const each of namespaces) this.writeStatuses(each);
    });
  }

  private writeStatuses(namespace: string): void {
    for (const [name, { hard, used }] of this.tracked.get(namespace) ?? []) {
      const amounts = (list: QuantityMap) =>
        Object.fromEntries([...hard.keys()].map((each) => [each, formatQuantity(list.get(each) ?? ZERO)]));
      try {
        this.registry.mutate<ResourceQuota>(
          QUOTAS,
          namespace,
          name,
          (draft) => {
            draft.status = { hard: amounts(hard), used: amounts(used) };
          },
          { subresource: 'status' },
        );
      } catch (error) {
        this.log.debug({ err: error, quota: name }, 'The status of a quota was not written');
      }
    }
  }
}

/** The kind of object counted by a name in `hard`. */
function resourceBehind(name: string): string {
  if (name.startsWith('count/')) return name.slice('count/'.length);
  if (/^(requests|limits)\.|^(cpu|memory|ephemeral-storage)$/.test(name)) return 'pods';
  return name;
}

function pick(amounts: QuantityMap, names: string[]): QuantityMap {
  const picked = new Map<string, Quantity>();
  for (const name of names) {
    const amount = amounts.get(name);
    if (amount) picked.set(name, amount);
  }
  return picked;
}

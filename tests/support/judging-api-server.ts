import { limitRanger } from '@/sandbox/api/admission/limit-ranger';
import { quotaUsageOf } from '@/sandbox/api/admission/quota-usage';
import { ApiError, forbidden } from '@/sandbox/api/api-error';
import { qosClassOf } from '@/sandbox/api/defaults/qos';
import { cloneJson, type JsonObject } from '@/sandbox/api/json';
import { builtinKinds } from '@/sandbox/api/kinds/builtin';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { applyJsonPatch } from '@/sandbox/api/patch/json-patch';
import { Storage } from '@/sandbox/api/storage/storage';
import { sameQuantity } from '@/sandbox/api/validation/quantities';
import { beforeStorage, restoreStorage } from '@/sandbox/api/webhooks/webhook-review';
import { complete, nameFrom, prepareNew, validateNew } from '@/sandbox/api/write/prepare-create';
import { prepareUpdate } from '@/sandbox/api/write/prepare-update';
import type { PatchOperation } from '@/server/decide/new/patch';
import { silentLogger } from '@/server/lib/report/log';
import { parseQuantity } from '@/server/objects/quantity';
import { nativeSidecars } from '@/server/objects/sized-containers';
import type {
  Container,
  ContainerStatus,
  KubeObject,
  LimitRange,
  Pod,
  ResourceQuota,
} from '@/server/objects/types';

const PODS = kindOf('pods');
const LIMIT_RANGES = kindOf('limitranges');

function kindOf(plural: string): Kind {
  const kind = builtinKinds().find((each) => each.group === '' && each.plural === plural);
  if (!kind) throw new Error(`the embedded cluster knows no ${plural}`);
  return kind;
}

/**
 * The steps of the embedded cluster's API server that a pod passes as it is created in a namespace with
 * `ranges` and `quotas`: they know nothing of what admission takes for valid.
 */
export class JudgingApiServer {
  private readonly ranger;

  constructor(
    ranges: readonly LimitRange[],
    private readonly quotas: readonly ResourceQuota[] = [],
  ) {
    const storage = new Storage(silentLogger);
    for (const [index, range] of ranges.entries()) {
      const metadata = { ...range.metadata, name: `range-${index}` };
      storage.put('limitranges', prepareNew(LIMIT_RANGES, { ...range, metadata }, 0), undefined);
    }
    this.ranger = limitRanger(storage);
  }

  /** The pod with the defaults of the server and the namespace. */
  received(pod: Pod): Pod {
    const object = prepareNew(PODS, pod, 0);
    this.ranger.mutate?.({ kind: PODS, operation: 'CREATE', object, options: {} });
    return object as Pod;
  }

  /** The pod as a webhook is sent it. */
  asReviewed(pod: Pod): Pod {
    return cloneJson(beforeStorage({ kind: PODS }, pod)) as Pod;
  }

  /** The pod after the webhook's answer. @throws JsonPatchError when the patch does not apply */
  patched(pod: Pod, operations: readonly PatchOperation[]): Pod {
    const answered = applyJsonPatch(this.asReviewed(pod), cloneJson(operations)) as Pod;
    const restored = restoreStorage(pod, answered);
    complete(PODS, restored);
    return restored as Pod;
  }

  /** The created pod as it runs since `startedAt`, on a node that can resize. */
  running(pod: Pod, startedAt: string): Pod {
    const created = cloneJson(pod);
    const statusOf = ({ name, resources }: Container): ContainerStatus => ({
      name,
      ready: true,
      restartCount: 0,
      image: '',
      imageID: '',
      state: { running: { startedAt } },
      resources: resources ?? {},
    });
    return {
      ...created,
      metadata: {
        ...created.metadata,
        name: 'web-0',
        uid: 'uid-web-0',
        creationTimestamp: startedAt,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'uid-web', controller: true },
        ],
      },
      spec: { ...created.spec, nodeName: 'node-0' },
      status: {
        phase: 'Running',
        startTime: startedAt,
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: startedAt }],
        containerStatuses: created.spec.containers.map(statusOf),
        initContainerStatuses: nativeSidecars(created.spec).map(statusOf),
        qosClass: qosClassOf(created.spec as unknown as JsonObject, sameQuantity),
      },
    };
  }

  /** The pod after a patch of its `resize` subresource. @throws ApiError when it is refused */
  resized(pod: Pod, operations: readonly object[]): Pod {
    const draft = applyJsonPatch(cloneJson(pod), cloneJson(operations)) as Pod;
    const object = prepareUpdate(PODS, pod, draft, 'resize');
    this.ranger.validate?.({ kind: PODS, operation: 'UPDATE', object, options: {}, subresource: 'resize' });
    const excess = this.excess(object, pod);
    if (excess !== undefined) throw forbidden(PODS, pod.metadata.name, excess);
    return object as Pod;
  }

  /** What of a quota a pod would exceed, beside what its predecessor counts for already. */
  private excess(next: KubeObject, before?: KubeObject): string | undefined {
    const asked = quotaUsageOf('pods', next);
    const had = before ? quotaUsageOf('pods', before) : undefined;
    for (const { spec, status } of this.quotas)
      for (const [name, hard] of Object.entries(spec?.hard ?? {})) {
        const more = (asked.get(name)?.nanos ?? 0n) - (had?.get(name)?.nanos ?? 0n);
        const free = parseQuantity(hard).nanos - parseQuantity(status?.used?.[name] ?? 0).nanos;
        if (more > 0n && more > free) return `exceeded quota of ${name}`;
      }
    return undefined;
  }

  /** Why it would not be created; undefined when it would. */
  refusal(pod: Pod): string | undefined {
    try {
      const object = cloneJson(pod);
      nameFrom(object);
      validateNew(PODS, object);
      this.ranger.validate?.({ kind: PODS, operation: 'CREATE', object, options: {} });
      return this.excess(object);
    } catch (thrown) {
      if (thrown instanceof ApiError) return thrown.message;
      throw thrown;
    }
  }
}

import { badRequest, notFound } from '@/sandbox/api/api-error';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { asKindless } from '@/sandbox/api/http/decode-object';
import { decodeObject, readBody } from '@/sandbox/api/http/read-body';
import { sendJson } from '@/sandbox/api/http/respond';
import { writeOptions } from '@/sandbox/api/http/write-options';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { spendDisruption } from '@/sandbox/api/write/disruption';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Condition, KubeObject, Pod } from '@/server/objects/types';

const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

/** Evicts a pod: a deletion that checks its disruption budget first. */
export async function handleEviction(context: ServerContext, call: ResourceCall): Promise<void> {
  const eviction = asKindless(decodeObject(await readBody(call.request), 'Eviction'), 'Eviction');
  const { namespace } = call.info;
  const name = call.info.name ?? '';
  const given = metadataOf(eviction).name;
  if (given !== undefined && given !== name)
    throw badRequest('name in URL does not match name in Eviction object');
  const pod = context.registry.get<Pod>('pods', namespace, name);
  if (!pod) throw notFound(call.kind, name);
  const options = isJsonObject(eviction.deleteOptions) ? eviction.deleteOptions : {};
  const preconditions = isJsonObject(options.preconditions) ? options.preconditions : {};
  const write = writeOptions(call);
  await context.registry.admitSubresource({
    kind: call.kind,
    subresource: 'eviction',
    object: { ...eviction, metadata: { ...metadataOf(eviction), name, namespace } } as KubeObject,
    objectKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
    options: write,
  });
  const dryRun = write.dryRun === true || (Array.isArray(options.dryRun) && options.dryRun.includes('All'));
  spendDisruption(context.registry, pod, context.clock.now(), dryRun);
  const uid = typeof preconditions.uid === 'string' ? preconditions.uid : undefined;
  if (!dryRun && (uid === undefined || uid === pod.metadata.uid)) markDisrupted(context, pod);
  context.registry.delete('pods', namespace, name, {
    ...write,
    ...(dryRun ? { dryRun } : {}),
    ...(typeof options.gracePeriodSeconds === 'number'
      ? { gracePeriodSeconds: options.gracePeriodSeconds }
      : {}),
    ...(uid === undefined ? {} : { uid }),
    ...(typeof preconditions.resourceVersion === 'string'
      ? { resourceVersion: preconditions.resourceVersion }
      : {}),
  });
  sendJson(call, 201, SUCCESS);
}

const metadataOf = ({ metadata }: JsonObject): JsonObject => (isJsonObject(metadata) ? metadata : {});

/** Says in the pod that it goes since it was evicted. */
function markDisrupted({ registry, clock }: ServerContext, pod: Pod): void {
  const { namespace, name } = pod.metadata;
  const condition: Condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: toKubeTime(clock.now()),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  registry.mutate<Pod>(
    'pods',
    namespace,
    name,
    (draft) => {
      const others = draft.status?.conditions?.filter(({ type }) => type !== condition.type) ?? [];
      draft.status = { ...draft.status, conditions: [...others, condition] };
    },
    { subresource: 'status' },
  );
}

/** Assigns a pod to a node, as a scheduler does. */
export async function handleBinding(context: ServerContext, call: ResourceCall): Promise<void> {
  const binding = asKindless(decodeObject(await readBody(call.request), 'Binding'), 'Binding');
  const target = isJsonObject(binding.target) ? binding.target.name : undefined;
  if (typeof target !== 'string' || target === '') throw badRequest('target.name is required');
  const name = call.info.name ?? '';
  context.registry.mutate<Pod & KubeObject>(
    'pods',
    call.info.namespace,
    name,
    (draft) => {
      if (draft.spec.nodeName)
        throw badRequest(`pod ${name} is already assigned to node "${draft.spec.nodeName}"`);
      draft.spec.nodeName = target;
    },
    { ...writeOptions(call), subresource: 'binding' },
  );
  sendJson(call, 201, SUCCESS);
}

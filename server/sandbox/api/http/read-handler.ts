import type { KubeObject } from '@/server/kube/types';
import { notFound } from '../api-error';
import { tableOf } from '../table/table';
import type { ResourceCall, ServerContext } from './context';
import { selectedName } from './field-selector';
import { objectFilter } from './label-filter';
import { pageOf } from './paging';
import { formJson, includeObject, inVersion, metadataOnly, send, sendJson, sendObject } from './respond';
import { listItemJson, listJson } from './serialize';
import { streamWatch } from './watch-stream';

/** The object a call names. @throws ApiError 404 */
export function requireObject(context: ServerContext, call: ResourceCall): KubeObject {
  const name = call.info.name ?? '';
  const object = context.registry.get(
    call.resource,
    call.kind.namespaced ? call.info.namespace : undefined,
    name,
  );
  if (!object) throw notFound(call.kind, name);
  return object;
}

export function handleGet(context: ServerContext, call: ResourceCall): void {
  sendObject(call, 200, requireObject(context, call), context.clock.now());
}

/** The objects a list or a collection deletion is about, by namespace, selectors and name in the path. */
export function selectObjects(context: ServerContext, call: ResourceCall): KubeObject[] {
  const { kind, info, resource, url } = call;
  const filter = objectFilter(kind, url.searchParams);
  const name = selectedName(url.searchParams.get('fieldSelector'));
  const objects =
    name !== undefined && (info.namespace !== undefined || !kind.namespaced)
      ? [context.registry.get(resource, info.namespace, name)].filter((each) => each !== undefined)
      : context.registry.list(resource, kind.namespaced ? info.namespace : undefined);
  return filter ? objects.filter(filter) : objects;
}

export function handleList(context: ServerContext, call: ResourceCall): void {
  const { kind, info, resource, url, wanted } = call;
  const { storage } = context.registry;
  const query = url.searchParams;
  const objects = selectObjects(context, call);
  const page = pageOf(
    objects,
    query,
    info.namespace !== undefined || !kind.namespaced,
    storage.revision,
    storage.eventLog(resource).compactedRevision,
    query.has('labelSelector') || query.has('fieldSelector'),
  );
  const metadata = {
    resourceVersion: String(page.revision),
    ...(page.continueToken || kind.custom ? { continue: page.continueToken ?? '' } : {}),
    ...(page.remaining !== undefined ? { remainingItemCount: page.remaining } : {}),
  };
  switch (wanted.form) {
    case 'table':
      sendJson(call, 200, tableOf(kind, page.items, metadata, context.clock.now(), includeObject(url)));
      return;
    case 'metadata':
      sendJson(call, 200, {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata,
        items: page.items.map(metadataOnly),
      });
      return;
    case 'object': {
      const aliased = info.version !== kind.version;
      const items = page.items.map((object) =>
        aliased ? inVersion(kind, info.version, object) : listItemJson(kind, object),
      );
      send(call.response, 200, listJson(kind, info.version, metadata, items), wanted);
    }
  }
}

export function handleWatch(context: ServerContext, call: ResourceCall): void {
  const { kind, info, resource, url, wanted } = call;
  const query = new URLSearchParams(url.searchParams);
  if (info.name !== undefined) query.append('fieldSelector', `metadata.name=${info.name}`);
  const plain = wanted.form === 'object' && info.version === kind.version;
  let firstTable = true;
  const render = (object: KubeObject): string => {
    if (wanted.form !== 'table') return formJson(call, object, context.clock.now());
    const metadata = { resourceVersion: object.metadata.resourceVersion };
    const table = tableOf(kind, [object], metadata, context.clock.now(), includeObject(url));
    if (!firstTable) table.columnDefinitions = [];
    firstTable = false;
    return JSON.stringify(table);
  };
  streamWatch(
    context.registry.storage,
    context.wallClock,
    call.response,
    {
      kind,
      resource,
      version: info.version,
      namespace: kind.namespaced ? info.namespace : undefined,
      query,
      filter: objectFilter(kind, query),
      render: plain ? undefined : render,
    },
    context.closing,
  );
}

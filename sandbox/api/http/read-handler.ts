import { badRequest, notFound } from '@/sandbox/api/api-error';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { fieldFilter } from '@/sandbox/api/http/field-selector';
import { type ListPage, pageOfObjects } from '@/sandbox/api/http/paging';
import {
  formJson,
  includeObject,
  inVersion,
  metadataOnly,
  send,
  sendObject,
} from '@/sandbox/api/http/respond';
import { listItemJson, listJson } from '@/sandbox/api/http/serialize';
import { streamWatch } from '@/sandbox/api/http/watch-stream';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { tableOf } from '@/sandbox/api/table/table';
import { parseSelector, type Selector, SelectorError, selectorMatches } from '@/server/objects/selector';
import type { KubeObject } from '@/server/objects/types';

/** The object of a call. @throws ApiError 404 */
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

/** The objects in the scope of a call before its selectors; only one if they select a name. */
function objectsInScope(context: ServerContext, call: ResourceCall): KubeObject[] {
  const { kind, info, resource } = call;
  const name = info.selected;
  if (name === undefined || (kind.namespaced && info.namespace === undefined)) {
    return context.registry.list(resource, kind.namespaced ? info.namespace : undefined);
  }
  const object = context.registry.get(resource, info.namespace, name);
  return object ? [object] : [];
}

/** The objects of a collection deletion. */
export function selectObjects(context: ServerContext, call: ResourceCall): KubeObject[] {
  const filter = objectFilter(call.kind, call.url.searchParams);
  const objects = objectsInScope(context, call);
  return filter ? objects.filter(filter) : objects;
}

export function handleList(context: ServerContext, call: ResourceCall): void {
  const { kind, info, resource, url } = call;
  const { storage } = context.registry;
  const page = pageOfObjects(
    objectsInScope(context, call),
    url.searchParams,
    info.namespace !== undefined || !kind.namespaced,
    storage.revision,
    storage.eventLog(resource).compactedRevision,
    objectFilter(kind, url.searchParams),
  );
  send(call.response, 200, pageJson(context, call, page), call.wanted);
}

function pageJson(context: ServerContext, call: ResourceCall, page: ListPage): string {
  const { kind, info, url } = call;
  const position = {
    resourceVersion: String(page.revision),
    ...(page.continueToken ? { continue: page.continueToken } : {}),
  };
  const metadata = {
    ...position,
    ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
  };
  switch (call.wanted.form) {
    case 'table':
      return JSON.stringify(tableOf(kind, page.items, metadata, context.clock.now(), includeObject(url)));
    case 'metadata':
      return JSON.stringify({
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata: position,
        items: page.items.map(metadataOnly),
      });
    case 'object': {
      const aliased = info.version !== kind.version;
      const items = page.items.map((object) =>
        aliased ? inVersion(kind, info.version, object) : listItemJson(kind, object),
      );
      return listJson(kind, info.version, kind.custom ? { continue: '', ...metadata } : metadata, items);
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

type ObjectFilter = (object: KubeObject) => boolean;

/** The filter of a query's label and field selectors; undefined if they match everything. */
function objectFilter(kind: Kind, query: URLSearchParams): ObjectFilter | undefined {
  const selector = labelSelector(query.get('labelSelector'));
  const byField = fieldFilter(kind, query.get('fieldSelector'));
  if (!selector && !byField) return undefined;
  return (object) =>
    (!selector || selectorMatches(selector, object.metadata.labels)) && (!byField || byField(object));
}

function labelSelector(text: string | null): Selector | undefined {
  if (!text) return undefined;
  try {
    return parseSelector(text);
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(`unable to parse requirement: ${error.message}`);
    throw error;
  }
}

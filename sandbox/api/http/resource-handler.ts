import { ApiError, methodNotAllowed, noSuchResource } from '@/sandbox/api/api-error';
import type { Call, ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { handleBinding, handleEviction } from '@/sandbox/api/http/eviction-handler';
import { handleGet, handleList, handleWatch, requireObject } from '@/sandbox/api/http/read-handler';
import type { ResourceRequest } from '@/sandbox/api/http/request-info';
import { sendJson, sendText } from '@/sandbox/api/http/respond';
import { handleReview, reviewKind } from '@/sandbox/api/http/review-handler';
import { handleScale } from '@/sandbox/api/http/scale-handler';
import { handleServiceProxy } from '@/sandbox/api/http/service-proxy-handler';
import { handleTokenRequest } from '@/sandbox/api/http/token-handler';
import {
  handleCreate,
  handleDelete,
  handleDeleteCollection,
  handlePatch,
  handleUpdate,
} from '@/sandbox/api/http/write-handler';
import type { Verb } from '@/sandbox/api/kinds/kind';
import { isNamespace, kindKey } from '@/sandbox/api/kinds/kind';
import type { Subresource } from '@/sandbox/api/registry';
import { settingsOf } from '@/sandbox/kubelet/node-state';
import type { Node } from '@/server/objects/types';

/** Serves a request on a resource. @throws ApiError */
export async function handleResource(
  context: ServerContext,
  call: Call,
  info: ResourceRequest,
): Promise<void> {
  const kind = context.registry.catalog.at(info.group, info.version, info.plural);
  if (!kind) {
    if (reviewKind(info)) return handleReview(context, call, info);
    throw noSuchResource();
  }
  if (!kind.namespaced && !isNamespace(kind) && info.namespace !== undefined) throw noSuchResource();
  const resourceCall: ResourceCall = { ...call, info, kind, resource: kindKey(kind) };
  if (info.proxied !== undefined)
    return info.plural === 'nodes'
      ? handleNodeProxy(context, resourceCall, info.proxied)
      : handleServiceProxy(context, resourceCall, info.proxied);
  if (info.subresource !== undefined) return handleSubresource(context, resourceCall, info.subresource);
  if (!kind.verbs.includes(info.verb as Verb)) throw methodNotAllowed();
  if (info.verb === 'create' && info.name !== undefined) throw methodNotAllowed();
  if ((info.verb === 'update' || info.verb === 'patch') && info.name === undefined) throw methodNotAllowed();
  if (kind.namespaced && info.namespace === undefined && info.verb !== 'list' && info.verb !== 'watch') {
    throw info.name === undefined ? methodNotAllowed() : noSuchResource();
  }
  return handleVerb(context, resourceCall, info.verb as Verb);
}

async function handleVerb(context: ServerContext, call: ResourceCall, verb: Verb): Promise<void> {
  switch (verb) {
    case 'get':
      return handleGet(context, call);
    case 'list':
      return handleList(context, call);
    case 'watch':
      return handleWatch(context, call);
    case 'create':
      return handleCreate(context, call);
    case 'update':
      return handleUpdate(context, call, undefined);
    case 'patch':
      return handlePatch(context, call, undefined);
    case 'delete':
      return handleDelete(context, call);
    case 'deletecollection':
      return handleDeleteCollection(context, call);
  }
}

async function handleSubresource(context: ServerContext, call: ResourceCall, name: string): Promise<void> {
  const { kind, info } = call;
  const served = kind.subresources.find((each) => each.name === name);
  if (!served || info.name === undefined) throw noSuchResource();
  if (!served.verbs.includes(info.verb)) throw methodNotAllowed();
  switch (name) {
    case 'scale':
      return handleScale(context, call);
    case 'eviction':
      return handleEviction(context, call);
    case 'binding':
      return handleBinding(context, call);
    case 'token':
      return handleTokenRequest(context, call);
    case 'log':
      requireObject(context, call);
      sendText(call.response, 200, '');
      return;
    default:
      return handlePartialObject(context, call, name as Subresource);
  }
}

/** Subresources that read and write the whole object but change only a part of it. */
async function handlePartialObject(
  context: ServerContext,
  call: ResourceCall,
  subresource: Subresource,
): Promise<void> {
  switch (call.info.verb) {
    case 'get':
      return handleGet(context, call);
    case 'update':
      return handleUpdate(context, call, subresource);
    case 'patch':
      return handlePatch(context, call, subresource);
    default:
      throw methodNotAllowed();
  }
}

/** GET through the proxy to a kubelet, which tells its configuration alone. */
function handleNodeProxy(context: ServerContext, call: ResourceCall, path: string): void {
  const { name = '' } = call.info;
  const node = context.registry.get<Node>('nodes', undefined, name);
  if (!node) throw new ApiError(404, 'NotFound', `nodes "${name}" not found`);
  if (call.request.method !== 'GET') throw new ApiError(405, 'MethodNotAllowed', 'only GET is proxied');
  if (path !== '/configz')
    throw new ApiError(404, 'NotFound', 'the server could not find the requested resource');
  sendJson(call, 200, { kubeletconfig: settingsOf(node) });
}

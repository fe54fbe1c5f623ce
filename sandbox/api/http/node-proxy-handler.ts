import { ApiError } from '@/sandbox/api/api-error';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { sendJson } from '@/sandbox/api/http/respond';
import { settingsOf } from '@/sandbox/kubelet/node-state';
import type { Node } from '@/server/objects/types';

/** GET through the proxy to a kubelet, which tells its configuration alone. */
export function handleNodeProxy(context: ServerContext, call: ResourceCall, path: string): void {
  const { name = '' } = call.info;
  const node = context.registry.get<Node>('nodes', undefined, name);
  if (!node) throw new ApiError(404, 'NotFound', `nodes "${name}" not found`);
  if (call.request.method !== 'GET') throw new ApiError(405, 'MethodNotAllowed', 'only GET is proxied');
  if (path !== '/configz')
    throw new ApiError(404, 'NotFound', 'the server could not find the requested resource');
  sendJson(call, 200, { kubeletconfig: settingsOf(node) });
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ApiError } from '@/sandbox/api/api-error';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { askPrometheus } from '@/sandbox/api/http/path-handler';
import { errorText } from '@/server/lib/report/errors';
import type { KubeObject } from '@/server/objects/types';

/** The Service of the past from before the cluster began. */
export const PROMETHEUS_SERVICE = { namespace: 'kube-system', name: 'prometheus', port: 9090 } as const;

interface Service extends KubeObject {
  spec?: { ports?: { name?: string; port?: number }[] };
}

/**
 * GET through the proxy to a Service: to the past from before the cluster began, or to its endpoint. A Service of type
 * ExternalName has none, so that nobody sends the API server anywhere.
 */
export async function handleServiceProxy(
  context: ServerContext,
  call: ResourceCall,
  path: string,
): Promise<void> {
  const { namespace = '', name = '' } = call.info;
  const [, service = '', port] = /^(?:https?:)?([^:]*)(?::([^:]*))?$/.exec(name) ?? [];
  const found = context.registry.get<Service>('services', namespace, service);
  if (!found) throw new ApiError(404, 'NotFound', `services "${service}" not found`);
  if (call.request.method !== 'GET') throw new ApiError(405, 'MethodNotAllowed', 'only GET is proxied');
  const isServed = found.spec?.ports?.some((one) => one.name === port || String(one.port) === port);
  if (!isServed)
    throw new ApiError(
      503,
      'ServiceUnavailable',
      `no service port "${port ?? ''}" found for service "${service}"`,
    );
  const endpoint = context.endpoints.get(`${namespace}/${service}`);
  if (endpoint !== undefined) return forward(call, `${endpoint}${path}${call.url.search}`);
  const isPast = namespace === PROMETHEUS_SERVICE.namespace && service === PROMETHEUS_SERVICE.name;
  if (isPast && context.prometheus) return askPrometheus(context, call, path);
  throw new ApiError(503, 'ServiceUnavailable', `no endpoints available for service "${service}"`);
}

async function forward({ response, request }: ResourceCall, url: string): Promise<void> {
  const gone = new AbortController();
  request.on('close', () => gone.abort());
  try {
    const answer = await fetch(url, { signal: gone.signal, redirect: 'manual' });
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
    });
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
    else response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    else throw new ApiError(503, 'ServiceUnavailable', `error trying to reach service: ${errorText(error)}`);
  }
}

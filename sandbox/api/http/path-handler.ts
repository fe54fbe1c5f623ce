import {
  aggregatedDiscovery,
  apiGroupList,
  apiGroupOf,
  apiResourceList,
  apiVersions,
} from '@/sandbox/api/discovery/discovery';
import type { Call, ServerContext } from '@/sandbox/api/http/context';
import { handleOpenApi } from '@/sandbox/api/http/openapi-handler';
import { readBody } from '@/sandbox/api/http/read-body';
import { isTrue } from '@/sandbox/api/http/request-info';
import { sendJson, sendText } from '@/sandbox/api/http/respond';
import { KUBERNETES_VERSION } from '@/sandbox/api/version';

const PATHS = ['/api', '/apis', '/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz', '/version'];
const CHECKS = ['ping', 'log', 'etcd', 'informer-sync', 'poststarthook/bootstrap-controller', 'shutdown'];
const AGGREGATED = /application\/json;g=apidiscovery\.k8s\.io;v=(v2beta1|v2);as=APIGroupDiscoveryList/;

/** Non-resource paths: discovery, OpenAPI, version, health. */
export async function handlePath(context: ServerContext, call: Call): Promise<void> {
  const [first, second] = call.url.pathname.split('/').filter(Boolean);
  switch (first) {
    case 'api':
    case 'apis':
      if (second === undefined) discover(context, call, first === 'api');
      else answerOr404(call, resourcesAt(context, call));
      break;
    case 'version':
      sendJson(call, 200, KUBERNETES_VERSION);
      break;
    case 'prometheus':
      await askPrometheus(context, call);
      break;
    case 'healthz':
    case 'livez':
    case 'readyz':
      health(call, first);
      break;
    case 'openapi':
      handleOpenApi(context, call);
      break;
    default: {
      const text = context.texts.get(call.url.pathname);
      if (text) {
        sendText(call.response, 200, text(call.url.searchParams.getAll('name[]')));
        return;
      }
      answerOr404(call, first === undefined ? { paths: PATHS } : undefined);
    }
  }
}

/** Parameters come in the address, in a form, or in both. */
export async function askPrometheus(
  { prometheus }: Pick<ServerContext, 'prometheus'>,
  call: Call,
  pathname = call.url.pathname.replace(/^\/prometheus/, ''),
): Promise<void> {
  const path = /^\/api\/v1\/(\w+|label\/\w+\/values)$/.exec(pathname)?.[1];
  if (!prometheus || path === undefined) return answerOr404(call, undefined);
  const params = new URLSearchParams(call.url.searchParams);
  if (call.request.method === 'POST')
    for (const [name, value] of new URLSearchParams((await readBody(call.request)).text))
      params.append(name, value);
  const { status, body } = await prometheus(path, params);
  sendJson(call, status, body);
}

/** The answer of `/api/VERSION`, `/apis/GROUP` and `/apis/GROUP/VERSION`. */
function resourcesAt(context: ServerContext, call: Call): unknown {
  const { catalog } = context.registry;
  const [first, second = '', third, ...more] = call.url.pathname.split('/').filter(Boolean);
  if (first === 'api') return third === undefined ? apiResourceList(catalog, '', second) : undefined;
  if (more.length > 0) return undefined;
  return third === undefined ? apiGroupOf(catalog, second) : apiResourceList(catalog, second, third);
}

function answerOr404(call: Call, answer: unknown): void {
  if (answer === undefined) sendText(call.response, 404, '404 page not found\n');
  else sendJson(call, 200, answer);
}

function discover(context: ServerContext, call: Call, core: boolean): void {
  const { catalog } = context.registry;
  const version = AGGREGATED.exec(call.request.headers.accept ?? '')?.[1];
  if (version === undefined) {
    sendJson(call, 200, core ? apiVersions(context.address()) : apiGroupList(catalog));
    return;
  }
  const body = JSON.stringify(aggregatedDiscovery(catalog, core, `apidiscovery.k8s.io/${version}`));
  call.response.setHeader('Vary', 'Accept');
  call.response.writeHead(200, {
    'Content-Type': `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    'Content-Length': Buffer.byteLength(body),
  });
  call.response.end(body);
}

function health(call: Call, endpoint: string): void {
  if (!call.url.searchParams.has('verbose') || !isTrue(call.url.searchParams.get('verbose'))) {
    sendText(call.response, 200, 'ok');
    return;
  }
  sendText(
    call.response,
    200,
    `${CHECKS.map((check) => `[+]${check} ok\n`).join('')}${endpoint} check passed\n`,
  );
}

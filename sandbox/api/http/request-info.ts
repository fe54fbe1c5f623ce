/** What a request is about, from its method and path. */
export interface ResourceRequest {
  type: 'resource';
  verb: string;
  group: string;
  version: string;
  namespace: string | undefined;
  plural: string;
  name: string | undefined;
  subresource: string | undefined;
  /** What a proxy is asked for, from its `/` on. */
  proxied?: string;
  /** The only name that a field selector of a collection matches. */
  selected: string | undefined;
}

export type RequestInfo = ResourceRequest | { type: 'path'; verb: string; path: string };

const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/** Parses `/api/VERSION/…` and `/apis/GROUP/VERSION/…`; everything else is a non-resource path. */
export function requestInfo(method: string, url: URL): RequestInfo {
  const parts = url.pathname.split('/').filter(Boolean).map(decodeSegment);
  const isCore = parts[0] === 'api';
  const rest = parts.slice(isCore ? 2 : 3);
  const version = parts[isCore ? 1 : 2];
  if ((!isCore && parts[0] !== 'apis') || version === undefined || rest.length === 0) {
    return { type: 'path', verb: method.toLowerCase(), path: url.pathname };
  }
  const target = proxiedTarget(rest) ?? targetOf(rest);
  return {
    type: 'resource',
    verb: verbOf(method, target.name, url.searchParams),
    group: isCore ? '' : (parts[1] ?? ''),
    version,
    ...target,
    selected: target.name === undefined ? selectedName(url.searchParams) : undefined,
  };
}

function selectedName(query: URLSearchParams): string | undefined {
  return /(?:^|,)metadata\.name==?([^,]+)/.exec(query.get('fieldSelector') ?? '')?.[1];
}

/** `namespaces/NS/services/NAME/proxy/…` or `nodes/NAME/proxy/…`: all after the proxy is the path of what is behind it. */
function proxiedTarget(rest: string[]) {
  const isOfNode = rest[0] === 'nodes';
  const namespace = isOfNode ? undefined : rest[1];
  const [plural, name, subresource, ...path] = isOfNode ? rest : rest.slice(2);
  const isProxied = isOfNode || (rest[0] === 'namespaces' && plural === 'services');
  if (!isProxied || !plural || !name || subresource !== 'proxy') return undefined;
  return { namespace, plural, name, subresource, proxied: `/${path.map(encodeURIComponent).join('/')}` };
}

function targetOf(rest: string[]): Pick<ResourceRequest, 'namespace' | 'plural' | 'name' | 'subresource'> {
  const [first = '', second, third] = rest;
  const isNamespaceItself =
    rest.length <= 2 || (rest.length === 3 && NAMESPACE_SUBRESOURCES.has(third ?? ''));
  if (first === 'namespaces' && !isNamespaceItself) {
    return {
      namespace: second,
      plural: third ?? '',
      name: rest[3],
      subresource: rest.length > 4 ? rest.slice(4).join('/') : undefined,
    };
  }
  return {
    namespace: first === 'namespaces' ? second : undefined,
    plural: first,
    name: second,
    subresource: rest.length > 2 ? rest.slice(2).join('/') : undefined,
  };
}

function verbOf(method: string, name: string | undefined, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (isTrue(query.get('watch'))) return 'watch';
      return name === undefined ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      return method.toLowerCase();
  }
}

export function isTrue(value: string | null): boolean {
  return value === '' || value === '1' || value?.toLowerCase() === 'true';
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

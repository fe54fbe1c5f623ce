import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { isKubeError } from '@/server/kube/errors';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { type Asked, covers, type Grant } from '../house/rights/grants';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Resource {
  name: string;
  namespaced: boolean;
  group: string;
  version: string;
}

/**
 * What a cluster grants every account by itself: questions about itself, and authorities to read
 * (`system:cluster-trust-bundle-discovery`).
 */
const OF_EVERYBODY = /^(self|clustertrustbundles$)/;
const STRANGER = 'somebody-elses';
const AT_ONCE = 8;

const COLLECTION: readonly [verb: string, method: Method, query?: Record<string, string>][] = [
  ['list', 'GET'],
  ['watch', 'GET', { watch: 'true', timeoutSeconds: '1' }],
  ['create', 'POST'],
  ['deletecollection', 'DELETE'],
];
const OBJECT: readonly [verb: string, method: Method][] = [
  ['get', 'GET'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
];

/** Every resource that an API server serves, subresources too. */
async function served(client: KubeClient): Promise<Resource[]> {
  interface List {
    groupVersion: string;
    resources: { name: string; namespaced: boolean }[];
  }
  interface Groups {
    groups: { name: string; preferredVersion: { groupVersion: string } }[];
  }
  const { groups } = await client.request<Groups>('GET', '/apis');
  const paths = [
    '/api/v1',
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const lists = await Promise.all(paths.map((path) => client.request<List>('GET', path)));
  return lists.flatMap(({ groupVersion, resources }) => {
    const [version = '', group = ''] = groupVersion.split('/').reverse();
    return resources.map(({ name, namespaced }) => ({ name, namespaced, group, version }));
  });
}

interface Request {
  asked: Asked;
  method: Method;
  path: string;
  query?: Record<string, string> | undefined;
}

function* requestsFor(
  resource: Resource,
  namespace: string | undefined,
  names: string[],
): Generator<Request> {
  const { group, version } = resource;
  const [plural = '', sub] = resource.name.split('/');
  const base = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const collection = `${base}${namespace ? `/namespaces/${namespace}` : ''}/${plural}`;
  const asking = (verb: string, name?: string): Asked => ({
    verb,
    group,
    resource: resource.name,
    namespace,
    name,
  });
  if (!sub)
    for (const [verb, method, query] of COLLECTION)
      yield { asked: asking(verb), method, path: collection, query };
  if (!resource.namespaced || namespace)
    for (const name of names) {
      const path = `${collection}/${name}${sub ? `/${sub}` : ''}`;
      for (const [verb, method] of sub ? [...OBJECT, ['create', 'POST'] as const] : OBJECT)
        yield { asked: asking(verb, name), method, path };
    }
}

export interface Refusals {
  /** How many requests were refused, as they had to be. */
  refused: number;
  /** What was not refused, though the account has no right to it. */
  notRefused: string[];
}

/**
 * Sends with the token of an account each request that these grants do not cover: each verb on each resource that the
 * API server serves, in these namespaces and in all, on objects that the grants name and on one of a stranger.
 */
export async function refusalsOf(
  { admin, account }: { admin: string; account: string },
  grants: readonly Grant[],
  namespaces: readonly string[],
): Promise<Refusals> {
  const fast = { qps: 10_000, burst: 10_000 };
  const [asAdmin, asAccount] = [admin, account].map((kubeconfig) =>
    KubeClient.connect(loadAccess({ kubeconfig }), fast),
  ) as [KubeClient, KubeClient];
  try {
    const requests = (await served(asAdmin))
      .filter(({ name }) => !OF_EVERYBODY.test(name))
      .flatMap((resource) => {
        const [plural] = resource.name.split('/');
        const named = grants.filter((one) => one.resource.split('/')[0] === plural).map(({ name }) => name);
        const names = [...new Set([STRANGER, ...named.filter((name) => name !== undefined)])];
        const places = resource.namespaced ? [undefined, ...namespaces] : [undefined];
        return places.flatMap((namespace) => [...requestsFor(resource, namespace, names)]);
      })
      .filter(({ asked }) => !covers(grants, asked));
    const notRefused: string[] = [];
    const send = async ({ method, path, query }: Request) => {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const options = { ...body, ...(query && { query }), timeoutMs: 10_000 };
      const answer = await asAccount.request(method, path, options).then(
        () => 'done',
        (error: unknown) => (isKubeError(error, 'forbidden') ? undefined : String(error)),
      );
      if (answer !== undefined) notRefused.push(`${method} ${path}${query ? '?watch' : ''}: ${answer}`);
    };
    await fewAtATime(requests, send, { atOnce: AT_ONCE });
    return { refused: requests.length - notRefused.length, notRefused };
  } finally {
    await asAdmin.close();
    await asAccount.close();
  }
}

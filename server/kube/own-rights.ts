import { fewAtATime } from '../lib/time/few-at-a-time';
import type { KubeClient } from './client';
import { isKubeError } from './errors';

const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;
const PATH = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** A verb on a resource, as rules of RBAC grant it. */
export interface Right {
  verb: string;
  group: string;
  resource: string;
  /** Absent for all namespaces, and for what is in none. */
  namespace?: string | undefined;
  name?: string | undefined;
}

/**
 * Which of these rights the account of `client` lacks, in their order. What the cluster does not say counts as
 * granted: whoever needs it is told when it is refused.
 * @throws KubeError if the API server does not answer
 */
export async function lackingRights(
  client: Pick<KubeClient, 'request'>,
  rights: readonly Right[],
  timeoutMs = TIMEOUT_MS,
): Promise<Right[]> {
  const asked = [...new Map(rights.map((right) => [JSON.stringify(right), right])).values()];
  const lacking = new Set<Right>();
  const ask = async (right: Right) => {
    if (!(await isGranted(client, right, timeoutMs))) lacking.add(right);
  };
  await fewAtATime(asked, ask, { atOnce: AT_ONCE });
  return asked.filter((right) => lacking.has(right));
}

async function isGranted(
  client: Pick<KubeClient, 'request'>,
  { resource, ...right }: Right,
  timeoutMs: number,
): Promise<boolean> {
  const [name = '', subresource] = resource.split('/');
  const resourceAttributes = { ...right, resource: name, ...(subresource && { subresource }) };
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  };
  try {
    const { status } = await client.request<{ status?: { allowed?: boolean } }>('POST', PATH, {
      body,
      timeoutMs,
      priority: 'apart',
    });
    return status?.allowed !== false;
  } catch (thrown) {
    if (isKubeError(thrown, 'forbidden', 'not-found')) return true;
    throw thrown;
  }
}

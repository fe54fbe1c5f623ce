import { ADMISSION_LEASE_NAME, isFree, readLease } from '../../kube/lease';
import type { LeaseObserver } from '../../kube/lease-observer';
import type { RoleContext } from '../../kube/role-context';
import type { AdmissionSettings } from '../settings';
import { selfReview } from './self-review';
import { registeredPath, type Webhook } from './webhook-configuration';

const PROBE_TIMEOUT_MS = 2_000;

interface Options extends Pick<RoleContext<AdmissionSettings>, 'client' | 'config' | 'wallClock'> {
  /** Follows the lease of admission from check to check. */
  seen: LeaseObserver;
}

/**
 * Whether another Plumbline serves at the address of `registered`: whether it answers from here or, if that
 * says nothing, whether the lease is fresh, which only a process with a right registration renews.
 * @throws KubeError if the lease cannot be read
 */
export async function isServedElsewhere(
  { client, config, wallClock, seen }: Options,
  webhook: Webhook,
): Promise<boolean> {
  const { url, caBundle = '' } = webhook.clientConfig;
  if (url !== undefined) {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const fault = await selfReview({
      host,
      port: Number(port || 443),
      caPem: Buffer.from(caBundle, 'base64').toString('utf8'),
      name: host,
      path: registeredPath(webhook),
      timeoutMs: PROBE_TIMEOUT_MS,
      wallClock,
    });
    if (fault === undefined) return true;
    if (fault.includes('ECONNREFUSED')) return false;
  }
  const lease = await readLease(client, config.systemNamespace, ADMISSION_LEASE_NAME);
  if (!lease) return false;
  seen.saw(lease);
  return !isFree(lease, seen);
}

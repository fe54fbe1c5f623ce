import { ADMISSION_LEASE_NAME, isFree, readLease } from '../../kube/lease';
import type { LeaseSight } from '../../kube/lease-sight';
import type { RoleContext } from '../../kube/role-context';
import type { AdmissionSettings } from '../settings';
import { selfReview } from './self-review';
import type { Webhook } from './webhook-configuration';

const PROBE_TIMEOUT_MS = 2_000;

interface Options extends Pick<RoleContext<AdmissionSettings>, 'client' | 'config' | 'wallClock'> {
  /** Follows the lease of admission from one look to the next. */
  sight: LeaseSight;
}

/**
 * Whether another Plumbline serves at the address of `registered`: as it answers from here or, where that says
 * nothing, by the lease that is renewed only by one whose registration is right.
 * @throws KubeError when the lease cannot be read
 */
export async function isServedElsewhere(
  { client, config, wallClock, sight }: Options,
  { clientConfig: { url, caBundle = '' } }: Webhook,
): Promise<boolean> {
  if (url !== undefined) {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const fault = await selfReview({
      host,
      port: Number(port || 443),
      caPem: Buffer.from(caBundle, 'base64').toString('utf8'),
      name: host,
      timeoutMs: PROBE_TIMEOUT_MS,
      wallClock,
    });
    if (fault === undefined) return true;
    if (fault.includes('ECONNREFUSED')) return false;
  }
  const lease = await readLease(client, config.systemNamespace, ADMISSION_LEASE_NAME);
  if (!lease) return false;
  sight.saw(lease);
  return !isFree(lease, sight);
}

import { Sha256 } from '@aws-crypto/sha256-js';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { SignatureV4 } from '@smithy/signature-v4';
import { awsRegionFromProcess } from '@/server/config';
import type { PrometheusAccess } from '../access';
import type { SignIn } from './sign-in';

/** The name by which Amazon Managed Service for Prometheus is signed for. */
const SERVICE = 'aps';
/** Such as `aps-workspaces.eu-west-1.amazonaws.com`. */
const REGION_IN_HOST = /^aps-workspaces(?:-fips)?\.([a-z]{2}[a-z-]*-\d)\./;

/**
 * Signs requests for Amazon Managed Service for Prometheus (Signature Version 4) with the credentials that AWS's
 * programs would find: of the environment, a profile, a pod's service account (IRSA, EKS Pod Identity) or the node.
 * @throws Error if the region is not known
 */
export function awsSignIn({ prometheusAddress, prometheusAwsRegion }: PrometheusAccess): SignIn {
  const { hostname } = new URL(prometheusAddress);
  const region = prometheusAwsRegion || REGION_IN_HOST.exec(hostname)?.[1] || awsRegionFromProcess();
  if (!region) throw new Error('the region is not known: set PLUMBLINE_PROMETHEUS_AWS_REGION');
  const signer = new SignatureV4({
    service: SERVICE,
    region,
    credentials: defaultProvider(),
    sha256: Sha256,
  });
  return {
    async headersFor({ method, url, headers, body }) {
      const signed = await signer.sign({
        method,
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: Object.fromEntries(
          [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
        ),
        headers: {
          host: url.host,
          ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        },
        body,
      });
      return signed.headers;
    },
  };
}

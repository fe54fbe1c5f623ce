import { accessMode } from '../access';
import type { Config } from '../config';
import type { ClusterConnection } from '../contract/status';
import type { Hub, TokenHolder } from '../hub';
import { KubeError } from '../kube/errors';
import { ConfigError, errorText } from '../lib/report/errors';

/** Where the cluster of a hub would be that has none. */
export const NO_CLUSTER: ClusterConnection = {
  kind: 'none',
  message: 'This hub has no cluster of its own.',
  remedy: 'Open the page Clusters.',
};

/** @throws ConfigError if a hub without a cluster could show nothing, or know nobody */
export async function refuseUselessHub(
  config: Pick<Config, 'clusters' | 'sandbox' | 'auth' | 'identityHeader'>,
): Promise<void> {
  if (config.clusters === '')
    throw new ConfigError('PLUMBLINE_HUB_ALONE needs PLUMBLINE_CLUSTERS, a file with the clusters to show');
  if (config.sandbox)
    throw new ConfigError(
      'PLUMBLINE_HUB_ALONE and PLUMBLINE_SANDBOX exclude each other: one of them must be false',
    );
  const { readClusters, reviewsTokens } = await import('../hub');
  const mode = accessMode(config);
  if (mode === 'token' && !readClusters(config.clusters).some(reviewsTokens))
    throw new ConfigError(
      'PLUMBLINE_HUB_ALONE with PLUMBLINE_AUTH=token needs a cluster that says whose token one is: signOn: { kind: token, reviews: true } in PLUMBLINE_CLUSTERS',
    );
  if (mode === 'header' || mode === 'none')
    throw new ConfigError(`PLUMBLINE_HUB_ALONE needs PLUMBLINE_AUTH=oidc, proxy or token: ${WHY[mode]}`);
}

/** Whose token it is, as a hub without a cluster asks others. @throws KubeError as an API server that is away */
export async function askWhoseToken(hub: Hub | undefined, token: string): Promise<TokenHolder | undefined> {
  try {
    return await hub?.whoseToken(token);
  } catch (cause) {
    throw new KubeError(errorText(cause), { kind: 'unreachable', status: 0, reason: '' }, { cause });
  }
}

const WHY = {
  header: 'a header that anybody may send proves nobody to other clusters',
  none: 'clusters are asked as the person who looks, who must sign in',
} as const;

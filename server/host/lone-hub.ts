import { accessMode } from '../access';
import { type Config, ConfigError } from '../config';
import type { ClusterConnection } from '../contract/status';

/** Where the cluster of a hub would be that has none. */
export const NO_CLUSTER: ClusterConnection = {
  kind: 'none',
  message: 'This hub has no cluster of its own.',
  remedy: 'Open the page Clusters.',
};

/** @throws ConfigError if a hub without a cluster could show nothing, or know nobody */
export function refuseUselessHub(
  config: Pick<Config, 'clusters' | 'sandbox' | 'auth' | 'identityHeader'>,
): void {
  if (config.clusters === '')
    throw new ConfigError('PLUMBLINE_HUB_ALONE needs PLUMBLINE_CLUSTERS, a file with the clusters to show');
  if (config.sandbox)
    throw new ConfigError(
      'PLUMBLINE_HUB_ALONE and PLUMBLINE_SANDBOX exclude each other: one of them must be false',
    );
  const mode = accessMode(config);
  if (mode !== 'oidc' && mode !== 'proxy')
    throw new ConfigError(`PLUMBLINE_HUB_ALONE needs PLUMBLINE_AUTH=oidc or proxy: ${WHY[mode]}`);
}

const WHY = {
  token: 'a Kubernetes token is reviewed by a cluster, and the hub has none',
  header: 'a header that anybody may send proves nobody to other clusters',
  none: 'clusters are asked as the person who looks, who must sign in',
} as const;

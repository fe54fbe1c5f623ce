/**
 * The parts of @kubernetes/client-node 1.4 that this product uses, by their files: the package's own entry loads every
 * generated API class, some 60 MB in each process, and does not export `newClusters`, `FileAuth` or
 * `OpenIDConnectAuth`. The only file that may import from `@kubernetes/client-node/dist`.
 */
export {
  type Cluster,
  type Context,
  newClusters,
  newContexts,
  newUsers,
  type User,
} from '@kubernetes/client-node/dist/config_types.js';
export { FileAuth } from '@kubernetes/client-node/dist/file_auth.js';

/** Loads the OpenID Connect login on first use, since it brings an HTTP client of its own. */
export const loadOidcAuth = async () =>
  (await import('@kubernetes/client-node/dist/oidc_auth.js')).OpenIDConnectAuth;

import * as z from 'zod';
import {
  choice,
  flag,
  httpAddress,
  list,
  numeric,
  positiveDurationMs,
  secret,
  setting,
  text,
} from './setting';

const SHORTEST_KEY = 32;

/** Every key is long enough to be random; the message repeats none. */
const keys = list.pipe(
  z.array(z.string().min(SHORTEST_KEY, `must be keys of at least ${SHORTEST_KEY} characters`)),
);

const claim = z.string().min(1, 'must be the name of a claim');

export const ACCESS_SETTINGS = {
  auth: setting(
    'AUTH',
    'auto',
    choice(['auto', 'none', 'proxy', 'token', 'oidc']),
    'Who people are: `none` (nobody is asked; only on loopback), `token` (they sign in with a Kubernetes bearer token), `oidc` (they sign in with an OpenID Connect provider), `proxy` (an authenticating proxy names them). `auto` means `none`, or the identity header without any check of who sends it if one is set.',
  ),
  insecure: setting(
    'INSECURE',
    'false',
    flag,
    'Whether the dashboard may listen beyond loopback although it asks nobody who they are.',
  ),
  identityHeader: setting(
    'IDENTITY_HEADER',
    '',
    text,
    'Request header in which an authenticating proxy sends the user.',
  ),
  groupsHeader: setting(
    'GROUPS_HEADER',
    '',
    text,
    "Request header in which the proxy sends the user's groups, separated by commas.",
  ),
  proxyAddresses: setting(
    'PROXY_ADDRESSES',
    '',
    list,
    'Addresses (10.0.0.7) and networks (10.0.0.0/24) of the proxy; with PLUMBLINE_AUTH=proxy, requests from elsewhere are refused.',
  ),
  proxySecret: secret(
    'PROXY_SECRET',
    '',
    text,
    'What the proxy sends in the header X-Plumbline-Proxy-Secret; with PLUMBLINE_AUTH=proxy, requests without it are refused.',
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    '',
    httpAddress,
    'Address of the OpenID Connect provider, as its ID tokens name it; https, except on loopback.',
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', '', text, 'What the provider knows Plumbline by.'),
  oidcClientSecret: secret(
    'OIDC_CLIENT_SECRET',
    '',
    text,
    'The secret of the client; empty for a public client, which PKCE protects alone.',
  ),
  oidcScopes: setting('OIDC_SCOPES', 'email,profile', list, 'Scopes to ask for besides openid.'),
  oidcUserClaim: setting(
    'OIDC_USER_CLAIM',
    'email',
    claim,
    'The claim with the name of the user; give these four what the API server has in --oidc-username-claim and its like.',
  ),
  oidcGroupsClaim: setting(
    'OIDC_GROUPS_CLAIM',
    'groups',
    text,
    'The claim with the groups of the user, a text or a list; empty for none.',
  ),
  oidcUserPrefix: setting('OIDC_USER_PREFIX', '', text, 'What the cluster puts before the name of the user.'),
  oidcGroupsPrefix: setting('OIDC_GROUPS_PREFIX', '', text, 'What the cluster puts before each group.'),
  operators: setting(
    'OPERATORS',
    '',
    list,
    'Users who may make changes; empty means everyone. With PLUMBLINE_AUTH=token, oidc or proxy, the cluster must allow a change as well.',
  ),
  requestsPerClient: setting(
    'REQUESTS_PER_CLIENT',
    '200',
    numeric(z.number().int().gte(0)),
    'Requests that one address may send in a second, and ten times as many at once; 0 means no limit. Behind a proxy, list it in PLUMBLINE_PROXY_ADDRESSES, so that each of its clients counts.',
  ),
  sessionKeys: secret(
    'SESSION_KEYS',
    '',
    keys,
    'Keys that encrypt sessions: the first encrypts, all decrypt. Every replica needs the same; to sign everyone out, replace them. Empty means a random key, and sessions end with the process.',
  ),
  sessionLifeMs: setting('SESSION_LIFE', '12h', positiveDurationMs, 'How long a session lasts at most.'),
  sessionIdleMs: setting(
    'SESSION_IDLE',
    '1h',
    positiveDurationMs,
    'How long a session lasts without a request.',
  ),
} as const;

import { z } from 'zod';
import { choice, flag, list, positiveDurationMs, secret, setting, text } from './setting';

const SHORTEST_KEY = 32;

/** Every key is long enough to be random; the message repeats none. */
const keys = list.pipe(
  z.array(z.string().min(SHORTEST_KEY, `must be keys of at least ${SHORTEST_KEY} characters`)),
);

export const ACCESS_SETTINGS = {
  auth: setting(
    'AUTH',
    'auto',
    choice(['auto', 'none', 'proxy', 'token']),
    'Who people are: `none` (nobody is asked; only on loopback), `token` (they sign in with a Kubernetes bearer token), `proxy` (an authenticating proxy names them). `auto` means `none`, or the identity header without any check of who sends it if one is set.',
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
  operators: setting(
    'OPERATORS',
    '',
    list,
    'Users who may make changes; empty means everyone. With PLUMBLINE_AUTH=token or proxy, the cluster must allow a change as well.',
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

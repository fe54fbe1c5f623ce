import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Access } from '@/server/access';
import { LOGIN_LIMIT } from '@/server/access/login-limit';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
interface Token {
  signedWith: Keys;
  audience: string;
  lifeS: number;
  nonce: string | undefined;
}

const SITE = 'http://127.0.0.1:3000';
let [own, foreign]: Keys[] = [];
let server: Server;
let issuer: string;
let token: Token;
/** The path at which the provider drops connections. */
let dropped: string | undefined;
let access: Access;

beforeAll(async () => {
  [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === dropped) return request.socket.destroy();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answerTo(path)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  dropped = undefined;
  token = { signedWith: own as Keys, audience: 'plumbline', lifeS: 300, nonce: undefined };
  access = new Access(defaultConfig({ auth: 'oidc', oidcIssuer: issuer, oidcClientId: 'plumbline' }), {
    client: () => undefined,
    namespaces: async () => new Set<string>(),
    wallClock,
    log: silentLogger,
  });
});

let asked = '';
async function answerTo(path: string): Promise<object> {
  if (path === '/jwks')
    return { keys: [{ ...(await exportJWK((own as Keys).publicKey)), kid: '1', alg: 'RS256', use: 'sig' }] };
  if (path !== '/token')
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  const nowS = Math.floor(Date.now() / 1000);
  const idToken = await new SignJWT({ email: 'ann@example.com', nonce: token.nonce ?? asked })
    .setProtectedHeader({ alg: 'RS256', kid: '1' })
    .setSubject('ann')
    .setIssuer(issuer)
    .setAudience(token.audience)
    .setIssuedAt(nowS - 600)
    .setExpirationTime(nowS + token.lifeS)
    .sign(token.signedWith.privateKey);
  return { access_token: 'any', token_type: 'Bearer', expires_in: 300, id_token: idToken };
}

const from = (url: string, cookie = '') =>
  new Request(url, { headers: { cookie, 'x-plumbline-peer': '192.0.2.1', host: new URL(SITE).host } });

/** Begins a login and comes back; returns the page that opens then, or throws why there is no session. */
async function login(): Promise<string | undefined> {
  const begun = await access.sessions?.beginLogin(from(`${SITE}/api/session/start`), '/changes');
  asked = begun?.address.searchParams.get('nonce') ?? '';
  const state = begun?.address.searchParams.get('state') ?? '';
  const back = `${SITE}/api/session/callback?${new URLSearchParams({ code: 'any', state })}`;
  return (await access.sessions?.finishLogin(from(back, begun?.cookie.split(';')[0])))?.next;
}

it('lets in whom the provider names', async () => {
  expect(await login()).toBe('/changes');
});

it.each([
  ['signed with a key that is not the provider’s', () => ({ signedWith: foreign as Keys })],
  ['for another audience', () => ({ audience: 'another' })],
  ['that is over', () => ({ lifeS: -3_600 })],
  ['of another login', () => ({ nonce: 'another' })],
])('lets nobody in with an ID token %s', async (_, change) => {
  Object.assign(token, change());
  await expect(login()).rejects.toMatchObject({ problem: 'untrusted' });
});

it('does not count as a failed login that the provider was away', async () => {
  await login();
  dropped = '/token';
  for (let index = 0; index <= LOGIN_LIMIT; index++)
    await expect(login()).rejects.toMatchObject({ problem: 'unreachable' });
  dropped = undefined;
  expect(await login()).toBe('/changes');
});

it('counts ID tokens that it does not believe as failed logins', async () => {
  token.audience = 'another';
  for (let index = 0; index < LOGIN_LIMIT; index++)
    await expect(login()).rejects.toMatchObject({ problem: 'untrusted' });
  await expect(login()).rejects.toMatchObject({ code: 'too-many-logins' });
});

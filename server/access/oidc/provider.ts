import type { Configuration } from 'openid-client';
import type { Config } from '../../config';
import { errorText } from '../../lib/report/errors';
import { areEnough, type ClaimSettings, type Claims } from './claims';
import { RefusedLogin } from './refused-login';

export type ProviderSettings = ClaimSettings &
  Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScopes'>;

/** What belongs to one login and must come back with it. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
  /** Where the provider sends the person back to. */
  redirectUri: string;
}

/** Only processes whose people sign in this way load the library. */
const library = () => import('openid-client');

const TIMEOUT_S = 10;
/** Answers of the token endpoint by which client and provider do not fit, whoever signs in (RFC 6749, 5.2). */
const NO_FIT = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope']);

/** The identity provider: authorization code flow with PKCE, state and nonce. */
export class Provider {
  private known: Promise<Configuration> | undefined;

  constructor(private readonly settings: ProviderSettings) {}

  /** Where to send a person who begins to sign in, and what to keep until they are back. @throws RefusedLogin */
  async begin(redirectUri: string): Promise<{ address: URL; secrets: Secrets }> {
    const configuration = await this.configuration();
    const client = await library();
    const secrets = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      redirectUri,
    };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...this.settings.oidcScopes])].join(' '),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    });
    return { address, secrets };
  }

  /** The claims about the person who came back with `query`. @throws RefusedLogin */
  async finish(query: string, { state, nonce, verifier, redirectUri }: Secrets): Promise<Claims> {
    const configuration = await this.configuration();
    const client = await library();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new RefusedLogin('untrusted', 'the provider sent no ID token');
      if (areEnough(claims, this.settings) || !configuration.serverMetadata().userinfo_endpoint)
        return claims;
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (thrown) {
      throw refusalOf(thrown);
    }
  }

  /** Where to send a person who signs out, if the provider has a place for that. */
  async farewell(backTo: string): Promise<URL | undefined> {
    const configuration = await this.configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    return (await library()).buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo });
  }

  /** What the provider publishes about itself; asked once, and again after a failure. */
  private async configuration(): Promise<Configuration> {
    this.known ??= this.discovered();
    try {
      return await this.known;
    } catch (thrown) {
      this.known = undefined;
      throw refusalOf(thrown, 'unreachable');
    }
  }

  private async discovered(): Promise<Configuration> {
    const client = await library();
    const { oidcIssuer, oidcClientId, oidcClientSecret } = this.settings;
    const issuer = new URL(oidcIssuer);
    const secret = oidcClientSecret === '' ? client.None() : client.ClientSecretBasic(oidcClientSecret);
    return client.discovery(issuer, oidcClientId, undefined, secret, {
      timeout: TIMEOUT_S,
      execute: [
        // The library believes unsigned what came over TLS; whoever ends TLS on the way could name anyone.
        client.enableNonRepudiationChecks,
        // Only on loopback: settings with plain http elsewhere do not start.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }
}

/** What went wrong, for the person and for the log; no token and no code is in it. */
function refusalOf(thrown: unknown, otherwise: 'unreachable' | 'untrusted' = 'untrusted'): RefusedLogin {
  if (thrown instanceof RefusedLogin) return thrown;
  const refused = (problem: RefusedLogin['problem'], message = reasonOf(thrown)) =>
    new RefusedLogin(problem, message, { cause: thrown });
  const { code, error } = codesOf(thrown);
  const answered = `the provider answered ${JSON.stringify(error.slice(0, 100))}`;
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return refused('refused', answered);
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return refused(NO_FIT.has(error) ? 'not-accepted' : 'untrusted', answered);
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return refused('not-accepted');
    case 'OAUTH_TIMEOUT':
      return refused('unreachable');
    default:
      return refused(isUnsent(thrown) ? 'unreachable' : otherwise);
  }
}

/** What the library says went wrong, and what the provider, or anyone with a link, says did. */
function codesOf(thrown: unknown): { code: string; error: string } {
  const said = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    code: text('code' in said ? said.code : ''),
    error: text('error' in said ? said.error : ''),
  };
}

function isUnsent(thrown: unknown): boolean {
  return thrown instanceof TypeError && thrown.message === 'fetch failed';
}

function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : '';
  return errorText(thrown) + cause;
}

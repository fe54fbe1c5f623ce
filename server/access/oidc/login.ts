import * as z from 'zod';
import { ConfigError } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { isLoopback } from '../loopback';
import type { Reached } from '../reached';
import { SealedCookie } from '../sealed-cookie';
import { holderOf } from './claims';
import { Provider, type ProviderSettings } from './provider';
import { RefusedLogin } from './refused-login';

/** The page that identity providers send people back to. */
const CALLBACK = '/api/session/callback';
const LOGIN_PAGE = '/login';
const LOGIN_LIFE_MS = 10 * 60_000;

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  next: z.string(),
});

/** Logins with an OpenID Connect provider; what belongs to one is in an encrypted cookie until the person is back. */
export class OidcLogin {
  private readonly provider: Provider;
  private readonly pending: SealedCookie;

  /** @throws ConfigError for settings that name no provider, or one that anybody on the way could pose as */
  constructor(
    private readonly settings: ProviderSettings,
    keys: readonly [string, ...string[]],
    private readonly clock: Clock,
  ) {
    const { oidcIssuer, oidcClientId } = settings;
    if (oidcIssuer === '' || oidcClientId === '')
      throw new ConfigError('PLUMBLINE_AUTH=oidc needs PLUMBLINE_OIDC_ISSUER and PLUMBLINE_OIDC_CLIENT_ID');
    const { protocol, hostname } = new URL(oidcIssuer);
    if (protocol !== 'https:' && !isLoopback(hostname.replace(/^\[|\]$/g, '')))
      throw new ConfigError('PLUMBLINE_OIDC_ISSUER: must begin with https://, except on this machine');
    this.provider = new Provider(settings);
    this.pending = new SealedCookie('login', keys, clock);
  }

  /** Where to send a person who begins to sign in, and the cookie to write. @throws RefusedLogin */
  async begin(reached: Reached, next: string): Promise<{ address: URL; cookie: string }> {
    const { address, secrets } = await this.provider.begin(here(reached) + CALLBACK);
    const payload = { ...secrets, next };
    const writing = { endMs: this.clock.now() + LOGIN_LIFE_MS, reached };
    const cookie = await this.pending.written(payload, writing);
    return { address, cookie: cookie ?? (await this.withoutPlace(payload, writing)) };
  }

  /** Whether this browser has begun a login, and not too long ago. */
  async hasBegun(reached: Reached, cookies: string | null): Promise<boolean> {
    return (await this.begunIn(reached, cookies)) !== undefined;
  }

  private async begunIn(reached: Reached, cookies: string | null) {
    return pendingSchema.safeParse(await this.pending.read(cookies, reached)).data;
  }

  /** Who came back, and the page they came for. @throws RefusedLogin */
  async finish(
    reached: Reached,
    cookies: string | null,
    query: string,
  ): Promise<{ holder: { name: string; groups: string[] }; next: string }> {
    const data = await this.begunIn(reached, cookies);
    if (!data) throw new RefusedLogin('expired', 'no login was begun in this browser, or too long ago');
    const claims = await this.provider.finish(query, data);
    return { holder: holderOf(claims, this.settings), next: data.next };
  }

  /** A Set-Cookie header that ends a login that was begun. */
  over(reached: Reached): string {
    return this.pending.removed(reached);
  }

  /** Where the person signs out of the provider too, if it has a place for that. */
  farewell(reached: Reached): Promise<URL | undefined> {
    return this.provider.farewell(here(reached) + LOGIN_PAGE);
  }

  /** The address of a page can be too long for a cookie. */
  private async withoutPlace(
    payload: Parameters<SealedCookie['written']>[0],
    writing: Parameters<SealedCookie['written']>[1],
  ): Promise<string> {
    const cookie = await this.pending.written({ ...payload, next: '/' }, writing);
    if (cookie === undefined) throw new RefusedLogin('not-accepted', 'the name of this site is too long');
    return cookie;
  }
}

function here({ origin, basePath }: Reached): string {
  return origin + basePath;
}

import { AppError } from '../lib/report/errors';
import type { Logger } from '../lib/report/log';
import { shortened } from '../lib/report/shortened';
import type { Clock } from '../lib/time/clock';
import { LoginLimit } from './login-limit';
import { OidcLogin } from './oidc/login';
import type { ProviderSettings } from './oidc/provider';
import { loginProblemOf, RefusedLogin } from './oidc/refused-login';
import type { Asking, Person, Visit } from './person';
import type { ProxyTrust } from './proxy-trust';
import { reachedBy } from './reached';
import { mayBeCalled } from './reserved';
import type { Reviews } from './reviews';
import { keysOf } from './sealed-cookie';
import { type Holder, SessionCookie, type SessionSettings } from './session-cookie';

interface Around {
  reviews: Pick<Reviews, 'personOf' | 'hasSeen'>;
  trust: Pick<ProxyTrust, 'clientOf'>;
  wallClock: Clock;
  log: Logger;
}

/** Longer tokens fit no cookie, and nobody reviews them. */
const LONGEST_TOKEN = 16_384;

/** How people sign in, with a Kubernetes token or with an identity provider, and are known until they sign out. */
export class Sessions {
  private readonly cookie: SessionCookie;
  private readonly limit: LoginLimit;
  private readonly oidc: OidcLogin | undefined;
  /** Only here, so that no answer and no log line about a person can hold the token. */
  private readonly tokens = new WeakMap<Person, string>();

  /** @throws ConfigError for settings that name no provider, or one that anybody on the way could pose as */
  constructor(
    private readonly mode: 'token' | 'oidc',
    settings: SessionSettings & ProviderSettings,
    private readonly around: Around,
  ) {
    const { wallClock, log } = around;
    const keys = keysOf(settings);
    this.cookie = new SessionCookie(settings, keys, wallClock);
    this.oidc = mode === 'oidc' ? new OidcLogin(settings, keys, wallClock) : undefined;
    this.limit = new LoginLimit(wallClock);
    if (settings.sessionKeys.length === 0)
      log.warn('PLUMBLINE_SESSION_KEYS is not set: sessions end with this process, and replicas share none');
  }

  /** Who sends the request, by a bearer token or a session; undefined if nobody says so. @throws AppError */
  async visitOf(request: Asking): Promise<Visit | undefined> {
    const { headers } = request;
    const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (bearer) {
      const person = await this.personOf(headers, bearer);
      return person && { person };
    }
    const session = await this.sessionIn(request);
    const person = session && (await this.held(session.holder));
    if (!person || !this.cookie.isDue(session)) return person && { person };
    const cookie = await this.written(request, session.holder, session.sinceMs);
    return { person, ...(cookie !== undefined && { cookie }) };
  }

  /** Whether the browser has a session; the token in it is not reviewed. */
  async isBegun(request: Asking): Promise<boolean> {
    return (await this.sessionIn(request)) !== undefined;
  }

  /** The Kubernetes token by which a person is known; undefined for whom an identity provider named. */
  tokenOf(person: Person): string | undefined {
    return this.tokens.get(person);
  }

  /** Begins a session with a bearer token. @throws AppError `unauthenticated`, `too-many-logins`, `invalid` */
  async signIn(request: Asking, token: string): Promise<Required<Visit>> {
    if (this.mode !== 'token') throw new AppError('not-found', 'nobody signs in with a token here');
    const person = await this.personOf(request.headers, token);
    if (!person) throw new AppError('unauthenticated', 'the cluster does not know this token');
    const cookie = await this.begun(request, { token }, person.name);
    if (cookie !== undefined) return { person, cookie };
    const message = 'is too long for a cookie';
    throw new AppError('invalid', `the token ${message}`, [{ field: 'token', message }]);
  }

  /**
   * Where a person goes who signs in with the identity provider, to come back for the page `next`.
   * @throws AppError `not-found`; RefusedLogin
   */
  beginLogin(request: Asking, next: string): Promise<{ address: URL; cookie: string }> {
    return this.provided().begin(reachedBy(request), next);
  }

  /**
   * Begins a session for whom the identity provider sent back.
   * @throws AppError `not-found`, `too-many-logins`; RefusedLogin
   */
  async finishLogin(request: Asking): Promise<{ next: string; cookies: string[] }> {
    const oidc = this.provided();
    const { headers, url } = request;
    const { search } = new URL(url);
    const cookies = headers.get('cookie');
    const reached = reachedBy(request);
    // Nobody tried to sign in, so it counts for nobody's failures.
    if (!(await oidc.hasBegun(reached, cookies)))
      throw new RefusedLogin('expired', 'no login was begun in this browser, or too long ago');
    let refused: unknown;
    const attempt = JSON.stringify([search, cookies]);
    const done = await this.limit.attempt(this.around.trust.clientOf(headers), attempt, () =>
      oidc.finish(reached, cookies, search).catch((thrown: unknown) => {
        // Nobody guessed anything.
        if (loginProblemOf(thrown) === 'unreachable') throw thrown;
        refused = thrown;
        return undefined;
      }),
    );
    if (!done) throw refused ?? new RefusedLogin('expired', 'this login was taken already');
    const { holder, next } = done;
    const cookie = await this.begun(request, holder, holder.name);
    if (cookie === undefined)
      throw new RefusedLogin('too-many-groups', `${holder.groups.length} groups fit no cookie`);
    return { next, cookies: [cookie, oidc.over(reached)] };
  }

  /** A Set-Cookie header that ends the session of this browser. */
  signOut(request: Asking): string {
    return this.cookie.removed(reachedBy(request));
  }

  /** Where a person goes who signed out here, to sign out of the identity provider too. */
  async farewell(request: Asking): Promise<URL | undefined> {
    return this.oidc?.farewell(reachedBy(request));
  }

  /** The session of a browser, if people sign in that way here. */
  private async sessionIn(request: Asking) {
    const cookies = request.headers.get('cookie');
    const session = cookies === null ? undefined : await this.cookie.read(cookies, reachedBy(request));
    return session && 'token' in session.holder === (this.mode === 'token') ? session : undefined;
  }

  private async held(holder: Holder): Promise<Person | undefined> {
    if ('token' in holder) return this.reviewed(holder.token);
    return mayBeCalled(holder.name) ? { ...holder, isJudged: true } : undefined;
  }

  /**
   * Whose token a stranger sends; failures count, and keep nobody out who is known already. The same token fails once: a
   * hub sends that of a person again and again, whether it is known here or not.
   */
  private personOf(headers: Headers, token: string): Promise<Person | undefined> {
    if (this.around.reviews.hasSeen(token)) return this.reviewed(token);
    return this.limit.attempt(this.around.trust.clientOf(headers), token, async () =>
      token.length > LONGEST_TOKEN ? undefined : this.reviewed(token),
    );
  }

  private async reviewed(token: string): Promise<Person | undefined> {
    const person = await this.around.reviews.personOf(token);
    if (person?.name !== undefined && !mayBeCalled(person.name))
      throw new AppError('unauthenticated', `nobody may sign in as ${shortened(person.name)}`);
    if (person) this.tokens.set(person, token);
    return person;
  }

  private async begun(request: Asking, holder: Holder, who: string | undefined): Promise<string | undefined> {
    const cookie = await this.written(request, holder, this.around.wallClock.now());
    if (cookie !== undefined) this.around.log.info({ who }, 'Signed in');
    return cookie;
  }

  private written(request: Asking, holder: Holder, sinceMs: number): Promise<string | undefined> {
    return this.cookie.written(holder, sinceMs, reachedBy(request));
  }

  private provided(): OidcLogin {
    if (!this.oidc) throw new AppError('not-found', 'nobody signs in with an identity provider here');
    return this.oidc;
  }
}

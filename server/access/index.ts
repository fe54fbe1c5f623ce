import type { Clock } from '../clock';
import { type Config, ConfigError } from '../config';
import { AppError, toAppError } from '../errors';
import type { KubeClient } from '../kube/client';
import type { Author, Identity } from '../kube/identity';
import type { Logger } from '../log';
import { LOCAL_USER } from '../words/who';
import { LoginLimit } from './login-limit';
import { isLoopback } from './loopback';
import { type AccessMode, accessMode } from './mode';
import { OidcLogin, type Reached } from './oidc/login';
import type { ProviderSettings } from './oidc/provider';
import { RefusedLogin } from './oidc/refused-login';
import type { Person } from './person';
import { bareAddress, ProxyTrust } from './proxy-trust';
import { Reach } from './reach';
import { Reaches, type RightWithin } from './reaches';
import { RequestLimit } from './request-limit';
import { Reviews } from './reviews';
import { type Right, rightWords } from './rights';
import { keysOf } from './sealed-cookie';
import { type Holder, SessionCookie, type SessionSettings } from './session-cookie';

export { DEEDS, type Deed, rightsAsked } from './deeds';
export type { AccessMode } from './mode';
export { mayBeTold, refuseOpenDoor } from './mode';
export { loginProblemOf } from './oidc/refused-login';
export type { Person } from './person';
export { PEER_HEADER } from './proxy-trust';
export { Reach } from './reach';
export type { RightWithin } from './reaches';
export { namespaceOf, RIGHTS, type Right, rightWords } from './rights';

export type AccessSettings = SessionSettings &
  ProviderSettings &
  Pick<
    Config,
    | 'auth'
    | 'identityHeader'
    | 'groupsHeader'
    | 'proxyAddresses'
    | 'proxySecret'
    | 'operators'
    | 'requestsPerClient'
  >;

interface Surroundings {
  /** Undefined until the first connection. */
  client: () => KubeClient | undefined;
  /** Those that have anything to read. */
  namespaces: () => Promise<ReadonlySet<string>>;
  wallClock: Clock;
  log: Logger;
}

/** The part of a request that says who sends it. */
export type Asking = Pick<Request, 'headers' | 'url'>;

/** As whom the cluster sees the changes of a person: by their token, by impersonation, or as this process. */
export type ChangesAs = Identity['kind'] | 'own-account';

/** A person at the door, and the cookie to write with the answer. */
interface Visit {
  person: Person;
  cookie?: string;
}

/** Longer tokens fit no cookie, and nobody reviews them. */
const LONGEST_TOKEN = 16_384;

/** Who sends a request, and whether they may do what they ask. */
export class Access {
  readonly mode: AccessMode;
  private readonly trust: ProxyTrust;
  private readonly reviews: Reviews;
  private readonly reaches: Reaches;
  private readonly cookie: SessionCookie;
  private readonly limit: LoginLimit;
  private readonly requests: RequestLimit;
  private readonly oidc: OidcLogin | undefined;
  /** Only here, so that no answer and no log line about a person can hold the token. */
  private readonly tokens = new WeakMap<Person, string>();

  /** @throws ConfigError for settings by which anybody could name themselves */
  constructor(
    private readonly settings: AccessSettings,
    private readonly around: Surroundings,
  ) {
    const { wallClock, client, namespaces, log } = around;
    this.mode = accessMode(settings);
    this.trust = new ProxyTrust(settings);
    this.reviews = new Reviews(client, wallClock);
    this.reaches = new Reaches(this.reviews, namespaces, wallClock);
    const keys = keysOf(settings);
    this.cookie = new SessionCookie(settings, keys, wallClock);
    this.oidc = this.mode === 'oidc' ? new OidcLogin(settings, keys, wallClock) : undefined;
    this.limit = new LoginLimit(wallClock);
    this.requests = new RequestLimit(settings.requestsPerClient, wallClock);
    if (this.mode === 'proxy' && settings.identityHeader === '')
      throw new ConfigError('PLUMBLINE_AUTH=proxy needs PLUMBLINE_IDENTITY_HEADER');
    if (this.mode === 'proxy' && !this.trust.isChecked)
      throw new ConfigError('PLUMBLINE_AUTH=proxy needs PLUMBLINE_PROXY_ADDRESSES or PLUMBLINE_PROXY_SECRET');
    if (this.mode === 'header')
      log.warn(
        `Whoever reaches the dashboard may send ${settings.identityHeader}: set PLUMBLINE_AUTH=proxy, and PLUMBLINE_PROXY_ADDRESSES or PLUMBLINE_PROXY_SECRET`,
      );
    if (this.hasSessions && settings.sessionKeys.length === 0)
      log.warn('PLUMBLINE_SESSION_KEYS is not set: sessions end with this process, and replicas share none');
  }

  /** Whether people sign in and out here. */
  get hasSessions(): boolean {
    return this.mode === 'token' || this.mode === 'oidc';
  }

  /** Counts a request of its client, and says if it is one too many. Programs of this machine have no limit. */
  refusalOfClient(headers: Headers): AppError | undefined {
    const client = this.trust.clientOf(headers);
    if (isLoopback(bareAddress(client))) return undefined;
    try {
      this.requests.check(client);
      return undefined;
    } catch (thrown) {
      return toAppError(thrown);
    }
  }

  /** Who sends the request; undefined if nobody says so. @throws AppError */
  async visitOf(request: Asking): Promise<Visit | undefined> {
    const { headers } = request;
    switch (this.mode) {
      case 'none':
        return { person: { name: LOCAL_USER, groups: [], isJudged: false } };
      case 'header':
        return { person: { name: this.named(headers), groups: [], isJudged: false } };
      case 'proxy': {
        const name = this.trust.covers(headers) ? this.named(headers) : undefined;
        return name ? { person: { name, groups: this.groupsIn(headers), isJudged: true } } : undefined;
      }
      case 'token':
      case 'oidc':
        return this.visitBySession(request);
    }
  }

  /** Who sends the request, if they have these rights. @throws AppError `unauthenticated` or `forbidden` */
  async admit(request: Asking, rights: readonly Right[]): Promise<Visit> {
    const visit = await this.visitOf(request);
    if (!visit) throw new AppError('unauthenticated');
    await this.mustMayDo(visit.person, rights);
    return visit;
  }

  /** @throws AppError `forbidden`, naming the right that lacks */
  async mustMayDo(person: Person, rights: readonly Right[]): Promise<void> {
    const lack = await this.lackAmong(person, rights);
    if (lack) throw new AppError('forbidden', lack);
  }

  /** May change what these rights are for. @throws AppError `forbidden`, saying what lacks */
  async mustMayChange(person: Person, rights: readonly Right[]): Promise<void> {
    const lack = await this.lackOf(person, rights);
    if (lack) throw new AppError('forbidden', lack);
  }

  /** What the person lacks to change what these rights are for, in words; undefined if nothing. */
  async lackOf(person: Person, rights: readonly Right[]): Promise<string | undefined> {
    const { identityHeader, operators } = this.settings;
    const { name } = person;
    if (!name) return `the header ${identityHeader} does not name the user`;
    if (operators.length > 0 && !operators.includes(name)) return `${name} is not among the operators`;
    return this.lackAmong(person, rights);
  }

  /** Whether people here differ in what they may change. */
  get asksRights(): boolean {
    return this.mode !== 'none' || this.settings.operators.length > 0;
  }

  async mayDo(person: Person, right: Right): Promise<boolean> {
    return !person.isJudged || this.reviews.mayDo(person, right);
  }

  /** What of the cluster the person has this right for. @throws AppError `cluster-error` or `not-ready` */
  async reachOf(person: Person, right: RightWithin): Promise<Reach> {
    return person.isJudged ? this.reaches.of(person, right) : Reach.all;
  }

  /**
   * What of the cluster the person has this right for, at least the namespace that is asked for.
   * @throws AppError `forbidden` if there is none, or not that one
   */
  async mustReach(person: Person, right: RightWithin, namespace?: string): Promise<Reach> {
    const reach = await this.reachOf(person, right);
    if (namespace !== undefined && !reach.covers(namespace)) {
      await this.mustMayDo(person, [right(namespace)]);
      return reach.with(namespace);
    }
    if (reach.namespaces?.size === 0)
      throw new AppError(
        'forbidden',
        `${person.name} lacks the right to ${rightWords(right(), 'in any namespace')}`,
      );
    return reach;
  }

  /** The person as the author of a change, which the cluster makes as them where it can. @throws AppError */
  async authorOf(person: Person): Promise<Author> {
    const { name: who = '', groups } = person;
    const token = this.tokens.get(person);
    if (token !== undefined) return { who, groups, as: { kind: 'token', token } };
    const isActed = person.isJudged && (await this.reviews.mayActAs(person));
    return { who, groups, as: isActed ? { kind: 'impersonated', user: who, groups } : undefined };
  }

  /** As whom the cluster sees the changes of a person. @throws AppError */
  async changesAs(person: Person): Promise<ChangesAs> {
    return (await this.authorOf(person)).as?.kind ?? 'own-account';
  }

  /** Begins a session with a bearer token. @throws AppError `unauthenticated`, `too-many-logins`, `invalid` */
  async signIn(request: Asking, token: string): Promise<Required<Visit>> {
    if (this.mode !== 'token') throw new AppError('not-found', 'nobody signs in with a token here');
    const person = await this.personOf(request.headers, token);
    if (!person) throw new AppError('unauthenticated', 'the cluster does not know this token');
    this.around.log.info({ who: person.name }, 'Signed in');
    const cookie = await this.written(request, { token }, this.around.wallClock.now());
    if (cookie === undefined) {
      const message = 'is too long for a cookie';
      throw new AppError('invalid', `the token ${message}`, [{ field: 'token', message }]);
    }
    return { person, cookie };
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
    const { headers } = request;
    const { search } = new URL(request.url);
    let refused: unknown;
    const done = await this.limit.attempt(this.trust.clientOf(headers), search, () =>
      oidc.finish(headers.get('cookie'), search).catch((thrown: unknown) => {
        refused = thrown;
        return undefined;
      }),
    );
    if (!done) throw refused ?? new RefusedLogin('expired', 'this login was taken already');
    const cookie = await this.written(request, done.holder, this.around.wallClock.now());
    if (cookie === undefined)
      throw new RefusedLogin('too-many-groups', `${done.holder.groups.length} groups fit no cookie`);
    this.around.log.info({ who: done.holder.name }, 'Signed in');
    return { next: done.next, cookies: [cookie, oidc.over()] };
  }

  /** Where a person goes who signed out here, to sign out of the identity provider too. */
  async farewell(request: Asking): Promise<URL | undefined> {
    return this.oidc?.farewell(reachedBy(request));
  }

  /** A Set-Cookie header that ends the session of this browser. */
  signOut(): string {
    return this.cookie.removed();
  }

  /** Whether the browser has a session here, or needs none; the token in it is not reviewed. */
  async mayOpenPages(headers: Headers): Promise<boolean> {
    return !this.hasSessions || (await this.sessionIn(headers)) !== undefined;
  }

  private async lackAmong(person: Person, rights: readonly Right[]): Promise<string | undefined> {
    for (const right of rights)
      if (!(await this.mayDo(person, right))) return `${person.name} lacks the right to ${rightWords(right)}`;
    return undefined;
  }

  private async visitBySession(request: Asking): Promise<Visit | undefined> {
    const { headers } = request;
    const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (bearer) {
      const person = await this.personOf(headers, bearer);
      return person && { person };
    }
    const session = await this.sessionIn(headers);
    const person = session && (await this.held(session.holder));
    if (!person || !this.cookie.isDue(session)) return person && { person };
    const cookie = await this.written(request, session.holder, session.sinceMs);
    return { person, ...(cookie !== undefined && { cookie }) };
  }

  /** The session of a browser, if people sign in that way here. */
  private async sessionIn(headers: Headers) {
    const session = await this.cookie.read(headers.get('cookie'));
    return session && 'token' in session.holder === (this.mode === 'token') ? session : undefined;
  }

  private async held(holder: Holder): Promise<Person | undefined> {
    return 'token' in holder ? this.reviewed(holder.token) : { ...holder, isJudged: true };
  }

  private provided(): OidcLogin {
    if (!this.oidc) throw new AppError('not-found', 'nobody signs in with an identity provider here');
    return this.oidc;
  }

  /** Whose token a stranger sends; failures count. */
  private personOf(headers: Headers, token: string): Promise<Person | undefined> {
    return this.limit.attempt(this.trust.clientOf(headers), token, async () =>
      token.length > LONGEST_TOKEN ? undefined : this.reviewed(token),
    );
  }

  private async reviewed(token: string): Promise<Person | undefined> {
    const person = await this.reviews.personOf(token);
    if (person) this.tokens.set(person, token);
    return person;
  }

  private written(request: Asking, holder: Holder, sinceMs: number): Promise<string | undefined> {
    return this.cookie.written(holder, sinceMs, reachedBy(request).origin.startsWith('https:'));
  }

  private named(headers: Headers): string | undefined {
    return headers.get(this.settings.identityHeader)?.trim() || undefined;
  }

  private groupsIn(headers: Headers): string[] {
    const { groupsHeader } = this.settings;
    const text = groupsHeader === '' ? '' : (headers.get(groupsHeader) ?? '');
    return text
      .split(',')
      .map((group) => group.trim())
      .filter(Boolean);
  }
}

/** How the browser reaches this site: by the scheme that a proxy in front names, and by the Host of the request. */
function reachedBy({ headers, url }: Asking): Reached {
  const own = new URL(url);
  const scheme = headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
  const protocol = scheme === 'https' || scheme === 'http' ? `${scheme}:` : own.protocol;
  return { origin: new URL(`${protocol}//${headers.get('host') ?? own.host}`).origin };
}

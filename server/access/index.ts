import type { Config } from '../config';
import type { KubeClient } from '../kube/client';
import type { Author, Identity } from '../kube/identity';
import type { Right } from '../kube/own-rights';
import { AppError, ConfigError, toAppError } from '../lib/report/errors';
import type { Logger } from '../lib/report/log';
import type { Clock } from '../lib/time/clock';
import { LOCAL_USER } from '../words/who';
import { bareAddress } from './client-address';
import { isLoopback } from './loopback';
import type { ProviderSettings } from './oidc/provider';
import type { Asking, Person, Visit } from './person';
import { ProxyTrust } from './proxy-trust';
import { VisibleNamespaces } from './reach';
import { Reaches, type RightWithin } from './reaches';
import { RequestLimit } from './request-limit';
import { mayBeCalled, mayBeForwarded } from './reserved';
import { Reviews, type TokenOwner } from './reviews';
import { rightWords } from './rights';
import type { SessionSettings } from './session-cookie';
import { Sessions } from './sessions';

export type { Right } from '../kube/own-rights';
export { DEEDS, type Deed, rightsAsked } from './deeds';
export { loginProblemOf } from './oidc/refused-login';
export type { Asking, Person } from './person';
export { PEER_HEADER, ProxyTrust } from './proxy-trust';
export { type Asked, VisibleNamespaces } from './reach';
export type { RightWithin } from './reaches';
export { namespaceOfRight, RIGHTS, rightWords } from './rights';
export type { Sessions } from './sessions';

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
    | 'hubAlone'
  >;

interface Surroundings {
  /** Undefined until the first connection. */
  client: () => KubeClient | undefined;
  /** Those that have anything to read. */
  namespaces: () => Promise<ReadonlySet<string>>;
  /** Says whose token one is where no API server does. */
  whoseToken?: ((token: string) => Promise<TokenOwner | undefined>) | undefined;
  wallClock: Clock;
  log: Logger;
}

/** As whom the cluster sees the changes of a person: by their token, by impersonation, or as this process. */
export type ChangesAs = Identity['kind'] | 'own-account';

/** How people are known; `header` believes the identity header of whoever sends it. */
type AccessMode = 'none' | 'header' | 'proxy' | 'token' | 'oidc';

export function accessMode({ auth, identityHeader }: Pick<Config, 'auth' | 'identityHeader'>): AccessMode {
  if (auth !== 'auto') return auth;
  return identityHeader === '' ? 'none' : 'header';
}

type Listening = Pick<Config, 'auth' | 'identityHeader' | 'host' | 'insecure'>;

/** @throws ConfigError if anyone who reaches the dashboard's port could do everything */
export function refuseOpenAccess(config: Listening): void {
  if (!isOpen(config)) return;
  throw new ConfigError(
    `The dashboard would listen on ${config.host} and ask nobody who they are. Set PLUMBLINE_AUTH=token (people sign in with a Kubernetes token), oidc (with your identity provider) or proxy, keep PLUMBLINE_HOST on loopback, or set PLUMBLINE_INSECURE=true to let everyone do everything.`,
  );
}

/**
 * Whether `peer`, the other end of a connection, may be told of workloads: a process without pages listens on every
 * address for probes and Prometheus, also where it asks nobody who they are.
 */
export function mayBeTold(config: Listening, peer: string): boolean {
  return !isOpen(config) || isFromHere(peer);
}

/** Whether `peer`, the other end of a connection, is on this machine, which containers of a pod share. */
export function isFromHere(peer = ''): boolean {
  return isLoopback(bareAddress(peer));
}

function isOpen(config: Listening): boolean {
  return accessMode(config) === 'none' && !config.insecure && !isLoopback(config.host);
}

/** Who sends a request, and whether they may do what they ask. */
export class Access {
  readonly mode: AccessMode;
  /** Undefined where nobody signs in. */
  readonly sessions: Sessions | undefined;
  private readonly trust: ProxyTrust;
  private readonly reviews: Reviews;
  private readonly reaches: Reaches;
  private readonly requests: RequestLimit;

  /** @throws ConfigError for settings by which anybody could name themselves */
  constructor(
    private readonly settings: AccessSettings,
    around: Surroundings,
  ) {
    const { wallClock, client, namespaces, whoseToken, log } = around;
    this.mode = accessMode(settings);
    this.trust = new ProxyTrust(settings);
    this.reviews = new Reviews(client, wallClock, whoseToken);
    this.reaches = new Reaches(this.reviews, namespaces, wallClock);
    const { mode, reviews, trust } = this;
    if (mode === 'token' || mode === 'oidc')
      this.sessions = new Sessions(mode, settings, { reviews, trust, wallClock, log });
    this.requests = new RequestLimit(settings.requestsPerClient, wallClock);
    if (this.mode === 'proxy' && settings.identityHeader === '')
      throw new ConfigError('PLUMBLINE_AUTH=proxy needs PLUMBLINE_IDENTITY_HEADER');
    if (this.mode === 'proxy' && !this.trust.isChecked)
      throw new ConfigError('PLUMBLINE_AUTH=proxy needs PLUMBLINE_PROXY_ADDRESSES or PLUMBLINE_PROXY_SECRET');
    if (this.mode === 'header')
      log.warn(
        `Whoever reaches the dashboard may send ${settings.identityHeader}: set PLUMBLINE_AUTH=proxy, and PLUMBLINE_PROXY_ADDRESSES or PLUMBLINE_PROXY_SECRET`,
      );
  }

  /**
   * Counts a request of its client, and says if it is one too many. Programs of this machine have no limit. Each person
   * whom a trusted proxy names counts alone: a hub sends the requests of many from one address.
   */
  refusalOfClient(headers: Headers): AppError | undefined {
    if (this.trust.isOfThisMachine(headers)) return undefined;
    try {
      const client = this.trust.clientOf(headers);
      const person = this.mode === 'proxy' && this.trust.covers(headers) ? this.named(headers) : undefined;
      this.requests.check(person === undefined ? client : `${client} ${person}`);
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
        return name && mayBeForwarded(name)
          ? { person: { name, groups: this.groupsIn(headers), isJudged: true } }
          : undefined;
      }
      case 'token':
      case 'oidc':
        return this.sessions?.visitOf(request);
    }
  }

  /** Who sends the request, if they have these rights. @throws AppError `unauthenticated` or `forbidden` */
  async admit(request: Asking, rights: readonly Right[]): Promise<Visit> {
    const visit = await this.visitOf(request);
    if (!visit) throw new AppError('unauthenticated');
    await this.mustMayDo(visit.person, rights);
    return visit;
  }

  /** @throws AppError `forbidden`, naming the right that is missing */
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
    this.mustHaveCluster();
    return !person.isJudged || this.reviews.mayDo(person, right);
  }

  /**
   * What of the cluster the person has this right for; with `waitMs`, at most what is known of it after that time.
   * @throws AppError `cluster-error` or `not-ready`
   */
  async reachOf(person: Person, right: RightWithin, waitMs?: number): Promise<VisibleNamespaces> {
    this.mustHaveCluster();
    return person.isJudged ? this.reaches.of(person, right, waitMs) : VisibleNamespaces.all;
  }

  /**
   * What of the cluster the person has this right for, at least the namespace that is asked for.
   * @throws AppError `forbidden` if there is none, or not that one
   */
  async mustReach(
    person: Person,
    right: RightWithin,
    { namespace, waitMs }: { namespace?: string | undefined; waitMs?: number | undefined } = {},
  ): Promise<VisibleNamespaces> {
    let reach = await this.reachOf(person, right, waitMs);
    if (namespace !== undefined && !reach.covers(namespace)) {
      await this.mustMayDo(person, [right(namespace)]);
      return reach.with(namespace);
    }
    if (reach.pending && reach.namespaces?.size === 0) reach = await this.reachOf(person, right);
    if (reach.namespaces?.size === 0)
      throw new AppError(
        'forbidden',
        `${person.name} lacks the right to ${rightWords(right(), 'in any namespace')}`,
      );
    return reach;
  }

  /** The person as the author of a change, which the cluster makes as them where it can. @throws AppError */
  async authorOf(person: Person): Promise<Author> {
    const { name: who = '', groups, uid, extra } = person;
    if (this.mode === 'none') return { who, isUnnamed: true };
    const token = this.sessions?.tokenOf(person);
    const standing = { groups, ...(uid && { uid }), ...(extra && { extra }) };
    if (token !== undefined) return { who, ...standing, as: { kind: 'token', token } };
    const isActed = person.isJudged && (await this.reviews.mayActAs(person));
    return { who, ...standing, as: isActed ? { kind: 'impersonated', user: who, groups } : undefined };
  }

  /** The person for other clusters: nobody, where nothing proves who they are, and with the token they signed in with. */
  askerOf(person: Person): {
    name: string | undefined;
    groups: readonly string[];
    token: string | undefined;
  } {
    const { name, groups, isJudged } = person;
    return { name: isJudged ? name : undefined, groups, token: this.sessions?.tokenOf(person) };
  }

  /** As whom the cluster sees the changes of a person. @throws AppError */
  async changesAs(person: Person): Promise<ChangesAs> {
    return (await this.authorOf(person)).as?.kind ?? 'own-account';
  }

  /** Whether the browser has a session here, or needs none; the token in it is not reviewed. */
  async mayOpenPages(request: Asking): Promise<boolean> {
    return this.sessions ? this.sessions.isBegun(request) : true;
  }

  private mustHaveCluster(): void {
    if (this.settings.hubAlone) throw new AppError('no-cluster');
  }

  private async lackAmong(person: Person, rights: readonly Right[]): Promise<string | undefined> {
    for (const right of rights)
      if (!(await this.mayDo(person, right))) return `${person.name} lacks the right to ${rightWords(right)}`;
    return undefined;
  }

  private named(headers: Headers): string | undefined {
    const name = asWritten(headers.get(this.settings.identityHeader) ?? '');
    return name !== '' && mayBeCalled(name) ? name : undefined;
  }

  private groupsIn(headers: Headers): string[] {
    const { groupsHeader } = this.settings;
    const text = groupsHeader === '' ? '' : (headers.get(groupsHeader) ?? '');
    return asWritten(text)
      .split(',')
      .map((group) => group.replace(/^[ \t]+|[ \t]+$/g, ''))
      .filter((group) => group !== '' && mayBeForwarded(group));
  }
}

/** A header that a proxy wrote in UTF-8; headers are read as Latin-1. */
function asWritten(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

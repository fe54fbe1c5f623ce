import { createHash } from 'node:crypto';
import type { KubeClient } from '../kube/client';
import { isKubeError } from '../kube/errors';
import { type AuthenticatedAs, type Impersonation, impersonationsFor, subjectOf } from '../kube/identity';
import type { Right } from '../kube/own-rights';
import { AppError } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { AnswerCache, type Presence } from './answer-cache';
import { keyOf, type Person } from './person';
import { rightWords } from './rights';

interface TokenReview {
  status?: { authenticated?: boolean; user?: { username?: string } & AuthenticatedAs };
}

interface AccessReview {
  status?: { allowed?: boolean };
}

/** Whom something else than the API server knows by a token. */
export interface TokenOwner {
  name: string;
  groups: readonly string[];
}

/** The API server is asked while a person waits, who has an answer within 3 s. */
const TIMEOUT_MS = 2_000;

/** What the API server says about people: whose token one is, and what they may do. */
export class Reviews {
  readonly presence: Presence = { isAway: false };
  private readonly people: AnswerCache<Person | undefined>;
  private readonly rights: AnswerCache<boolean>;

  /** @param whose says whose token one is where no API server does, and throws as that would */
  constructor(
    private readonly client: () => KubeClient | undefined,
    clock: Clock,
    private readonly whose?: (token: string) => Promise<TokenOwner | undefined>,
  ) {
    this.people = new AnswerCache(clock, this.presence);
    this.rights = new AnswerCache(clock, this.presence);
  }

  /** Whose token it is; undefined if nobody's. @throws AppError `cluster-error` or `not-ready` */
  async personOf(token: string): Promise<Person | undefined> {
    return orSay('whose token this is', () =>
      this.people.answer(keyOfToken(token), async () => {
        if (this.whose) {
          const owner = await this.whose(token);
          return owner && { ...owner, isJudged: true };
        }
        const { status } = await this.review<TokenReview>('authentication.k8s.io', 'TokenReview', { token });
        const { username, groups = [], uid, extra } = status?.user ?? {};
        return status?.authenticated === true && username
          ? { name: username, groups, ...(uid && { uid }), ...(extra && { extra }), isJudged: true }
          : undefined;
      }),
    );
  }

  /** Whether a token was reviewed lately: whoever sends it again guesses nothing. */
  hasSeen(token: string): boolean {
    return this.people.has(keyOfToken(token));
  }

  /** @throws AppError `cluster-error` or `not-ready` */
  async mayDo(person: Person, right: Right): Promise<boolean> {
    return orSay(`whether ${person.name} may ${rightWords(right)}`, () =>
      this.rights.answer(`${keyOf(person)} ${JSON.stringify(right)}`, () => this.mayDoNow(person, right)),
    );
  }

  /** What the API server says now. @throws KubeError, or AppError `not-ready` */
  async mayDoNow(person: Person, right: Right): Promise<boolean> {
    const spec = { ...subjectOf(person.name ?? '', person), resourceAttributes: right };
    const { status } = await this.review<AccessReview>('authorization.k8s.io', 'SubjectAccessReview', spec);
    return status?.allowed === true;
  }

  /**
   * Whether our account may act as a person.
   * @throws AppError `cluster-error` or `not-ready`
   */
  async mayActAs({ name: user = '', groups }: Person): Promise<boolean> {
    const asked = impersonationsFor(user, groups);
    if (!asked) return false;
    return orSay(`whether Plumbline may act as ${user}`, async () => {
      for (const one of asked) if (!(await this.mayImpersonate(one))) return false;
      return true;
    });
  }

  private mayImpersonate(asked: Impersonation): Promise<boolean> {
    return this.rights.answer(`impersonate ${JSON.stringify(asked)}`, async () => {
      const spec = { resourceAttributes: { verb: 'impersonate', group: '', ...asked } };
      const { status } = await this.review<AccessReview>(
        'authorization.k8s.io',
        'SelfSubjectAccessReview',
        spec,
      );
      return status?.allowed === true;
    });
  }

  private review<T>(group: string, kind: string, spec: object): Promise<T> {
    const client = this.client();
    if (!client) return Promise.reject(new AppError('not-ready'));
    const body = { apiVersion: `${group}/v1`, kind, spec };
    return client.request<T>('POST', `/apis/${group}/v1/${kind.toLowerCase()}s`, {
      body,
      timeoutMs: TIMEOUT_MS,
      priority: 'review',
    });
  }
}

function keyOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Asks, and says what the cluster does not answer. @throws AppError `cluster-error` */
export async function orSay<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!isKubeError(cause)) throw cause;
    throw new AppError('cluster-error', `the cluster does not say ${what}: ${cause.message}`, [], { cause });
  }
}

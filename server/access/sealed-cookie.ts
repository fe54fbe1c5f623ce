import { createHash, randomBytes } from 'node:crypto';
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';
import type { Config } from '../config';
import type { Clock } from '../lib/time/clock';
import type { Reached } from './reached';

/** Browsers keep no larger cookie. */
const LONGEST_COOKIE = 4_000;

/** By how much the clocks of replicas may differ. */
const MOST_AHEAD_MS = 60_000;

interface Key {
  id: string;
  secret: Uint8Array;
}

interface Writing {
  endMs: number;
  reached: Reached;
}

/** Over https, no other site of the same domain can set a cookie of this name, and none is sent without TLS. */
const OF_THIS_HOST = '__Host-';
/**
 * The same below a path, where such a cookie would go to all else that has the same host; over https none of this name
 * is set or sent without TLS.
 */
const BELOW_A_PATH = '__Secure-';

/** The keys of all cookies of a process: the settings', else a random one that ends with the process. */
export function keysOf({ sessionKeys }: Pick<Config, 'sessionKeys'>): readonly [string, ...string[]] {
  const [first = randomBytes(32).toString('base64url'), ...others] = sessionKeys;
  return [first, ...others];
}

/**
 * An encrypted cookie (JWE, A256GCM) that this process and those with the same keys can read. One kind of cookie cannot
 * be passed off as another.
 */
export class SealedCookie {
  private readonly keys: readonly [Key, ...Key[]];
  private readonly name: string;

  constructor(
    purpose: 'session' | 'login',
    [first, ...others]: readonly [string, ...string[]],
    private readonly clock: Clock,
  ) {
    this.name = `plumbline_${purpose}`;
    this.keys = [keyOf(purpose, first), ...others.map((key) => keyOf(purpose, key))];
  }

  /**
   * What the cookie in a Cookie header holds, with `iat` in seconds; undefined for none, or one forged or over. Of
   * several of the name, as other sites of the domain can set over http, the first that can be read.
   */
  async read(header: string | null, reached: Reached): Promise<JWTPayload | undefined> {
    const begin = `${this.nameFor(reached)}=`;
    for (const pair of (header ?? '').split(';').map((one) => one.trim())) {
      const payload = pair.startsWith(begin) ? await this.opened(pair.slice(begin.length)) : undefined;
      if (payload) return payload;
    }
    return undefined;
  }

  private nameFor(reached: Reached): string {
    if (!isSecure(reached)) return this.name;
    return (reached.basePath === '' ? OF_THIS_HOST : BELOW_A_PATH) + this.name;
  }

  private async opened(text: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtDecrypt(text, ({ kid }) => this.secretOf(kid), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['exp', 'iat'],
      });
      const writtenMs = (payload.iat ?? Number.POSITIVE_INFINITY) * 1000;
      return writtenMs - this.clock.now() > MOST_AHEAD_MS ? undefined : payload;
    } catch {
      return undefined;
    }
  }

  /** A Set-Cookie header; undefined if browsers would not keep so long a cookie. */
  async written(payload: JWTPayload, { endMs, reached }: Writing): Promise<string | undefined> {
    const [{ id, secret }] = this.keys;
    const nowMs = this.clock.now();
    const text = await new EncryptJWT(payload)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id })
      .setIssuedAt(new Date(nowMs))
      .setExpirationTime(new Date(endMs))
      .encrypt(secret);
    if (text.length > LONGEST_COOKIE) return undefined;
    const seconds = Math.max(0, Math.ceil((endMs - nowMs) / 1000));
    return this.header(text, seconds, reached);
  }

  /** A Set-Cookie header that removes the cookie from the browser. */
  removed(reached: Reached): string {
    return this.header('', 0, reached);
  }

  private header(text: string, seconds: number, reached: Reached): string {
    const secure = isSecure(reached) ? '; Secure' : '';
    return `${this.nameFor(reached)}=${text}; Path=${reached.basePath || '/'}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  }

  private secretOf(id: string | undefined): Uint8Array {
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error('no such key');
    return key.secret;
  }
}

/** Whether a site is reached by https. */
function isSecure({ origin }: Reached): boolean {
  return origin.startsWith('https:');
}

function keyOf(purpose: string, text: string): Key {
  const secret = createHash('sha256').update(`plumbline ${purpose}\0${text}`).digest();
  return { secret, id: createHash('sha256').update(secret).digest('base64url').slice(0, 12) };
}

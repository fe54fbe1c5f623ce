import { createHash, randomBytes } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Clock } from '../clock';
import type { Config } from '../config';
import { AppError } from '../errors';

export type SessionSettings = Pick<Config, 'sessionKeys' | 'sessionLifeMs' | 'sessionIdleMs'>;

/** What a session is: the token a person signed in with, and when. */
interface Session {
  token: string;
  sinceMs: number;
  /** When the cookie was written. */
  writtenMs: number;
}

const COOKIE = 'plumbline_session';
/** Browsers keep no larger cookie. */
const LONGEST_COOKIE = 4_000;
/** Sessions in use are written again after this part of the idle time. */
const REWRITE_PART = 0.1;

interface Key {
  id: string;
  secret: Uint8Array;
}

/** Sessions are in encrypted cookies alone (JWE, A256GCM): no process keeps any. */
export class SessionCookie {
  private readonly keys: readonly [Key, ...Key[]];

  constructor(
    private readonly settings: SessionSettings,
    private readonly clock: Clock,
  ) {
    const [first = randomBytes(32).toString('base64url'), ...others] = settings.sessionKeys;
    this.keys = [keyOf(first), ...others.map(keyOf)];
  }

  /** The session in a Cookie header; undefined without one, and for one that is forged or over. */
  async read(header: string | null): Promise<Session | undefined> {
    const text = cookieIn(header);
    if (text === undefined) return undefined;
    try {
      const { payload } = await jwtDecrypt(text, ({ kid }) => this.secretOf(kid), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['exp', 'iat'],
      });
      const { token, sinceMs, iat = 0 } = payload;
      if (typeof token !== 'string' || typeof sinceMs !== 'number') return undefined;
      return { token, sinceMs, writtenMs: iat * 1000 };
    } catch {
      return undefined;
    }
  }

  /** Whether the cookie of a session in use is due to be written again. */
  isDue({ writtenMs }: Session): boolean {
    return this.clock.now() - writtenMs > REWRITE_PART * this.settings.sessionIdleMs;
  }

  /** A Set-Cookie header for a session. @throws AppError `invalid` if the token is too long for a cookie */
  async written(token: string, sinceMs: number, isSecure: boolean): Promise<string> {
    const [{ id, secret }] = this.keys;
    const { sessionIdleMs, sessionLifeMs } = this.settings;
    const nowMs = this.clock.now();
    const endMs = Math.min(nowMs + sessionIdleMs, sinceMs + sessionLifeMs);
    const text = await new EncryptJWT({ token, sinceMs })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id })
      .setIssuedAt(new Date(nowMs))
      .setExpirationTime(new Date(endMs))
      .encrypt(secret);
    if (text.length > LONGEST_COOKIE)
      throw new AppError('invalid', 'the token is too long for a cookie', [
        { field: 'token', message: 'is too long for a cookie' },
      ]);
    const seconds = Math.max(0, Math.floor((endMs - nowMs) / 1000));
    return `${COOKIE}=${text}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  }

  /** A Set-Cookie header that removes the session from the browser. */
  removed(): string {
    return `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
  }

  private secretOf(id: string | undefined): Uint8Array {
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error('no such key');
    return key.secret;
  }
}

function keyOf(text: string): Key {
  const secret = createHash('sha256').update(`plumbline session\0${text}`).digest();
  return { secret, id: createHash('sha256').update(secret).digest('base64url').slice(0, 12) };
}

function cookieIn(header: string | null): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) || undefined;
}

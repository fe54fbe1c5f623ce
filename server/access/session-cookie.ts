import * as z from 'zod';
import type { Config } from '../config';
import type { Clock } from '../lib/time/clock';
import type { Reached } from './reached';
import { SealedCookie } from './sealed-cookie';

export type SessionSettings = Pick<Config, 'sessionKeys' | 'sessionLifeMs' | 'sessionIdleMs'>;

const holderSchema = z.union([
  z.strictObject({ token: z.string() }),
  z.strictObject({ name: z.string().min(1), groups: z.array(z.string()) }),
]);

/** Whose session it is: the token they signed in with, or whom an identity provider named. */
export type Holder = z.infer<typeof holderSchema>;

interface Session {
  holder: Holder;
  sinceMs: number;
  writtenMs: number;
}

const payloadSchema = z.object({ holder: holderSchema, sinceMs: z.number(), iat: z.number() });

/** Sessions in use are written again after this part of the idle time. */
const REWRITE_PART = 0.1;

/** Sessions are in encrypted cookies alone: no process keeps any. */
export class SessionCookie {
  private readonly sealed: SealedCookie;

  constructor(
    private readonly settings: Omit<SessionSettings, 'sessionKeys'>,
    keys: readonly [string, ...string[]],
    private readonly clock: Clock,
  ) {
    this.sealed = new SealedCookie('session', keys, clock);
  }

  /** The session in a Cookie header; undefined without one, and for one that is forged or over. */
  async read(header: string | null, reached: Reached): Promise<Session | undefined> {
    const { data } = payloadSchema.safeParse(await this.sealed.read(header, reached));
    return data && { holder: data.holder, sinceMs: data.sinceMs, writtenMs: data.iat * 1000 };
  }

  /** Whether the cookie of a session in use is due to be written again. */
  isDue({ writtenMs }: Session): boolean {
    return this.clock.now() - writtenMs > REWRITE_PART * this.settings.sessionIdleMs;
  }

  /** A Set-Cookie header for a session; undefined if it is too long for a cookie. */
  written(holder: Holder, sinceMs: number, reached: Reached): Promise<string | undefined> {
    const { sessionIdleMs, sessionLifeMs } = this.settings;
    const endMs = Math.min(this.clock.now() + sessionIdleMs, sinceMs + sessionLifeMs);
    return this.sealed.written({ holder, sinceMs }, { endMs, reached });
  }

  /** A Set-Cookie header that removes the session from the browser. */
  removed(reached: Reached): string {
    return this.sealed.removed(reached);
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/time/clock';
import type { ServingMaterial } from './certificates';
import { REVIEW_PATH } from './names';

/**
 * After it takes new certificates, a replica leaves the registered path alone for this time: by then every replica
 * has read the certificates, and knows the new path before the API server uses it.
 */
const SETTLES_MS = 120_000;
/** How much longer the former path counts: an API server learns of a registration in seconds. */
const LINGERS_MS = 60_000;
/** What a registration that others write must have behind `/mutate/` to count as a secret; RFC 1123 allows no more. */
const SECRET = /^\/mutate\/[a-z0-9][a-z0-9.-]{30,251}[a-z0-9]$/;

export function isSecretPath(path: string): boolean {
  return SECRET.test(path);
}

/** The path of reviews that belongs to these certificates: whoever has their key can make it, and nobody else. */
export function secretPathOf({ certPem, keyPem }: Pick<ServingMaterial, 'certPem' | 'keyPem'>): string {
  const secret = createHmac('sha256', keyPem).update('path of reviews\n').update(certPem).digest('hex');
  return `${REVIEW_PATH}/${secret}`;
}

/**
 * The paths that only the API server knows, from the registration: a review posted to one of them comes from it. They
 * change with the certificates, so that replicas that share those agree, and each counts a while longer.
 */
export class ReviewPaths {
  /** Rises whenever a path begins or ends to count. */
  revision = 0;
  private current: string | undefined;
  private sinceMs = 0;
  private registered: string | undefined;
  /** Until when each path counts. */
  private readonly known = new Map<string, number>();
  private hasLooked = false;

  constructor(private readonly wallClock: Clock) {}

  /** The path reviews come by as far as this process knows; undefined without certificates. */
  get path(): string | undefined {
    return this.registered ?? this.current;
  }

  use(material: ServingMaterial): void {
    const path = secretPathOf(material);
    if (path === this.current) return;
    if (this.current !== undefined) this.know(this.current, SETTLES_MS + LINGERS_MS);
    this.current = path;
    this.sinceMs = this.wallClock.steady();
    this.know(path, Number.POSITIVE_INFINITY);
  }

  /**
   * The path to register where `found` is registered at our address now. What this process finds at its start counts
   * a while even without a secret: replicas of a former version may still serve beside it.
   */
  toRegister(found: string | undefined): string {
    const { current = REVIEW_PATH } = this;
    const isFirst = !this.hasLooked;
    this.hasLooked = true;
    if (found !== undefined && found !== current && this.wallClock.steady() - this.sinceMs < SETTLES_MS) {
      if (isFirst && (found === REVIEW_PATH || isSecretPath(found)))
        this.know(found, SETTLES_MS + LINGERS_MS);
      if (this.proves(found)) {
        this.registered = found;
        return found;
      }
    }
    this.registered = current;
    return current;
  }

  /** Something else registers this path, which the API server therefore knows. */
  learn(path: string): void {
    if (!isSecretPath(path)) return;
    if (this.registered !== undefined && this.registered !== path && this.registered !== this.current)
      this.know(this.registered, LINGERS_MS);
    this.registered = path;
    this.know(path, Number.POSITIVE_INFINITY);
  }

  /** Whether who posts to `path` read it in the registration. */
  proves(path: string): boolean {
    let isKnown = false;
    for (const known of this.known.keys()) if (isSamePath(known, path)) isKnown = true;
    return isKnown;
  }

  /** Paths that counted long enough count no more. */
  forgetOld(): void {
    const nowMs = this.wallClock.steady();
    for (const [path, untilMs] of this.known)
      if (untilMs <= nowMs) {
        this.known.delete(path);
        this.revision++;
      }
  }

  private know(path: string, forMs: number): void {
    this.known.set(path, this.wallClock.steady() + forMs);
    this.revision++;
  }
}

/** Whether two paths are the same, in a time that says nothing of where they differ. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => createHash('sha256').update(path).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

import { LRUCache } from 'lru-cache';
import { upTo } from '../lib/memo/up-to';
import { API_RESOURCES } from '../objects/resources';
import type { KubeObject } from '../objects/types';

const MOST_REMEMBERED = 10_000;
/** VPAs, and what belongs to them in the path after their name is not theirs: `…/web/status`. */
const FOLLOWED = new RegExp(`/${API_RESOURCES.vpas.plural}(/[^/]+)?$`);

/** What the API server answers a write with: the object, or once it is gone what it was. */
interface Answer {
  metadata?: { uid?: unknown; resourceVersion?: unknown };
  details?: { uid?: unknown };
}

/**
 * The VPAs that this process wrote, by the answers of the API server. Names of programs and annotations say nothing of
 * who wrote an object: anybody may choose them.
 */
export class OwnWrites {
  private readonly versions = new LRUCache<string, true>(upTo(MOST_REMEMBERED));
  private readonly removed = new LRUCache<string, true>(upTo(MOST_REMEMBERED));
  private readonly underWay = new Map<string, Promise<unknown>>();

  static follows(path: string): boolean {
    return FOLLOWED.test(path);
  }

  /** Sends a write, and remembers what came of it. @throws what `send` throws */
  async follow<T>(path: string, isRemoval: boolean, send: () => Promise<T>): Promise<T> {
    const sending = send();
    const all = Promise.allSettled([this.underWay.get(path), sending]);
    this.underWay.set(path, all);
    try {
      const answer = await sending;
      this.note(answer as Answer | undefined, isRemoval);
      return answer;
    } finally {
      if (this.underWay.get(path) === all) this.underWay.delete(path);
    }
  }

  /** Resolves once the writes to these paths are answered; undefined if none is on its way. */
  answered(paths: readonly string[]): Promise<unknown> | undefined {
    const waiting = paths.flatMap((path) => this.underWay.get(path) ?? []);
    return waiting.length > 0 ? Promise.all(waiting) : undefined;
  }

  /** Whether this version of the object is as this process wrote it. */
  has({ metadata: { uid, resourceVersion } }: KubeObject): boolean {
    return this.versions.has(`${uid} ${resourceVersion}`);
  }

  hasRemoved({ metadata: { uid = '' } }: KubeObject): boolean {
    return this.removed.has(uid);
  }

  private note(answer: Answer | undefined, isRemoval: boolean): void {
    const { uid = answer?.details?.uid, resourceVersion } = answer?.metadata ?? {};
    if (typeof uid !== 'string') return;
    if (isRemoval) this.removed.set(uid, true);
    else this.versions.set(`${uid} ${String(resourceVersion)}`, true);
  }
}

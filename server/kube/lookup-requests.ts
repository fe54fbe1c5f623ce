import { type Clock, wallClock } from '../clock';
import type { KubeClient } from './client';
import { TokenBucket } from './rate-limit';

const QPS = 20;
const BURST = 100;

/** Reads for lookups of targets and owners, with a rate of their own, so that they never delay an eviction. */
export class LookupRequests {
  private readonly bucket: TokenBucket;

  constructor(
    private readonly client: KubeClient,
    clock: Clock = wallClock,
  ) {
    this.bucket = new TokenBucket(QPS, BURST, clock);
  }

  /** @throws KubeError */
  async get<T>(path: string): Promise<T> {
    await this.bucket.take();
    return this.client.request<T>('GET', path, { priority: 'apart' });
  }
}

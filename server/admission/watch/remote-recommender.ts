import { inUseFrom } from '../../decide/pods/in-use';
import { Agent, type Dispatcher } from '../../lib/http/agents';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { RecommendationAnswer } from '../recommendation-query';
import type { RemoteAnswer, RemoteRecommender } from './recommendation-source';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Asks the recommender of another process, `POST <url>/api/recommendation-query`, within the budget. After a
 * failure it is not asked for a while, longer each time, so that no pod waits for it.
 */
export class HttpRecommender implements RemoteRecommender {
  private readonly agent: Dispatcher = new Agent({ connections: 8, keepAliveTimeout: 30_000 });
  private pauseMs = 0;
  private notBeforeMs = 0;

  constructor(
    private readonly url: string,
    private readonly budgetMs: number,
    private readonly wallClock: Clock,
  ) {}

  isWorthAsking(): boolean {
    return this.wallClock.steady() >= this.notBeforeMs;
  }

  async ask(vpa: VerticalPodAutoscaler): Promise<RemoteAnswer | undefined> {
    const limit = deadline(this.wallClock, this.budgetMs, undefined);
    try {
      const target = new URL('/api/recommendation-query', this.url);
      const { statusCode, body } = await this.agent.request({
        origin: target.origin,
        path: target.pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vpa: { namespace: vpa.metadata.namespace, name: vpa.metadata.name } }),
        signal: limit.signal,
      });
      const text = await body.text();
      this.pauseMs = 0;
      if (statusCode !== 200) return undefined;
      const { recommendation, inUse, historyMs } = JSON.parse(text) as Partial<RecommendationAnswer>;
      return {
        ...(recommendation && { recommendation }),
        ...(inUse && { inUse: inUseFrom(inUse) }),
        ...(typeof historyMs === 'number' && { historyMs }),
      };
    } catch {
      this.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.pauseMs * 2));
      this.notBeforeMs = this.wallClock.steady() + this.pauseMs;
      return undefined;
    } finally {
      limit.end();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

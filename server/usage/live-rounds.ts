import type { LiveAnswer, UsageSample } from './source';

/** Hears the samples of the present as they are fetched. Must not throw. */
export interface RoundListener {
  /** Any sample of the current round, as it came; its amounts and time may be absurd. */
  sample(sample: UsageSample): void;
  /** The round is over. */
  ended(answer: LiveAnswer): void;
}

/** Passes the samples that one role fetches on to others of its process, so that nobody fetches them twice. */
export class LiveRounds implements RoundListener {
  private readonly listeners = new Set<RoundListener>();

  /** Whether anyone listens, and so wants the samples of every namespace. */
  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: RoundListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  sample(sample: UsageSample): void {
    for (const listener of this.listeners) listener.sample(sample);
  }

  ended(answer: LiveAnswer): void {
    for (const listener of this.listeners) listener.ended(answer);
  }
}

import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryCode, NewsCode } from '../words/messages';
import type { Ledger } from './ledger';

/** Counts messages by what they say and what came of them. */
export class MessageMetrics {
  private readonly sent: Counter<'event'>;
  private readonly failed: Counter<'outcome'>;
  private readonly lost: Counter;

  constructor(registry: Registry, waiting: () => number) {
    const registers = [registry];
    this.sent = new Counter({
      name: 'plumbline_messages_sent_total',
      help: 'Messages delivered to receivers, by what they say.',
      labelNames: ['event'],
      registers,
    });
    this.failed = new Counter({
      name: 'plumbline_messages_failed_total',
      help: 'Attempts to deliver a message that failed, and messages given up, by outcome.',
      labelNames: ['outcome'],
      registers,
    });
    this.lost = new Counter({
      name: 'plumbline_messages_dropped_total',
      help: 'Messages dropped because too many waited.',
      registers,
    });
    new Gauge({
      name: 'plumbline_messages_waiting',
      help: 'Messages that wait for a receiver.',
      registers,
      collect() {
        this.set(waiting());
      },
    });
  }

  attempted(event: NewsCode, outcome: DeliveryCode): void {
    if (outcome === 'delivered') this.sent.inc({ event });
    else this.failed.inc({ outcome });
  }

  /** Counts what was given up and dropped on the way from one ledger to the next. */
  settled(from: Ledger, to: Ledger): void {
    if (to === from) return;
    const known = new Set(from.deliveries);
    const ended = to.deliveries.filter((delivery) => !known.has(delivery));
    for (const { outcome } of ended) this.failed.inc({ outcome });
    const made = to.serial - from.serial;
    const gone = from.queue.length + made - to.queue.length;
    const givenUp = new Set(ended.map(({ id }) => id)).size;
    if (gone > givenUp) this.lost.inc(gone - givenUp);
  }
}

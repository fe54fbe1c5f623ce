import type { Registry } from '@/sandbox/api/registry';
import type { Logger } from '@/server/lib/report/log';
import { type Clock, toKubeTime } from '@/server/lib/time/clock';
import type { KubeEvent, KubeObject } from '@/server/objects/types';

export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

interface EventNote {
  readonly object: KubeObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly fieldPath?: string;
  readonly annotations?: Record<string, string>;
}

/** An event of the newer kind, as the scheduler writes it: dated by `eventTime`, not counted. */
interface SchedulingNote extends EventNote {
  readonly action: string;
}

const REMEMBERED = 4096;
const BURST = 25;
const REFILL_MS = 5 * 60_000;

interface Remembered {
  name: string;
  count: number;
}

/**
 * Writes events as the components of a cluster do: a repeated one is counted in place, and an object may get 25 events
 * from one source, then one every five minutes (client-go v0.37, tools/record, events_cache.go, `defaultSpamBurst` and
 * `defaultSpamQPS`).
 */
export class EventWriter {
  private readonly remembered = new Map<string, Remembered>();
  private readonly budgets = new Map<string, { tokens: number; atMs: number }>();
  private serial = 0;

  constructor(
    private readonly registry: Registry,
    private readonly clock: Clock,
    private readonly log: Logger,
    /** In a cluster of thousands, events that say all is well are left out. */
    private readonly mode: 'all' | 'warnings' = 'all',
  ) {}

  write(source: EventSource, note: EventNote): void {
    if (!this.wanted(note) || !this.spend(source, note.object)) return;
    const now = toKubeTime(this.clock.now());
    const key = [source.component, note.object.metadata.uid, note.fieldPath, note.reason, note.message].join(
      ' ',
    );
    const before = this.remembered.get(key);
    const namespace = note.object.metadata.namespace ?? 'default';
    if (before && !note.annotations && this.countUp(namespace, before, now)) return;
    const event = this.base(note);
    this.remember(key, { name: event.metadata.name, count: 1 });
    this.create({
      ...event,
      source: { ...source },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    });
  }

  writeScheduling(component: string, note: SchedulingNote): void {
    if (!this.wanted(note) || !this.spend({ component }, note.object)) return;
    this.create({
      ...this.base(note),
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: `${new Date(this.clock.now()).toISOString().slice(0, 23)}000Z`,
      action: note.action,
      reportingComponent: component,
      reportingInstance: `${component}-sandbox`,
    });
  }

  private base(note: EventNote): KubeEvent {
    const { metadata, kind, apiVersion } = note.object;
    const involved: KubeEvent['involvedObject'] & { resourceVersion?: string } = {
      kind,
      name: metadata.name,
      uid: metadata.uid,
      apiVersion,
      resourceVersion: metadata.resourceVersion,
    };
    if (metadata.namespace) involved.namespace = metadata.namespace;
    if (note.fieldPath) involved.fieldPath = note.fieldPath;
    const stamp = BigInt(this.clock.now()) * 1_000_000n + BigInt(this.serial++ % 1_000_000);
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name: `${metadata.name}.${stamp.toString(16)}`,
        namespace: metadata.namespace ?? 'default',
        annotations: note.annotations,
      },
      involvedObject: involved,
      reason: note.reason,
      message: note.message,
      type: note.type,
    };
  }

  private wanted(note: EventNote): boolean {
    return this.mode === 'all' || note.type === 'Warning';
  }

  private countUp(namespace: string, before: Remembered, now: string): boolean {
    if (!this.registry.get('events', namespace, before.name)) return false;
    before.count++;
    this.registry.mutate<KubeEvent>('events', namespace, before.name, (event) => {
      event.count = before.count;
      event.lastTimestamp = now;
    });
    return true;
  }

  private remember(key: string, value: Remembered): void {
    this.remembered.delete(key);
    this.remembered.set(key, value);
    if (this.remembered.size <= REMEMBERED) return;
    const oldest = this.remembered.keys().next().value;
    if (oldest !== undefined) this.remembered.delete(oldest);
  }

  private spend(source: EventSource, object: KubeObject): boolean {
    const key = `${source.component} ${object.metadata.uid}`;
    const now = this.clock.now();
    const budget = this.budgets.get(key) ?? { tokens: BURST, atMs: now };
    budget.tokens = Math.min(BURST, budget.tokens + (now - budget.atMs) / REFILL_MS);
    budget.atMs = now;
    this.budgets.delete(key);
    this.budgets.set(key, budget);
    if (this.budgets.size > REMEMBERED) {
      const oldest = this.budgets.keys().next().value;
      if (oldest !== undefined) this.budgets.delete(oldest);
    }
    if (budget.tokens < 1) return false;
    budget.tokens -= 1;
    return true;
  }

  private create(event: KubeEvent): void {
    if (!event.metadata.annotations) delete event.metadata.annotations;
    this.registry.create('events', event).catch((error: unknown) => {
      this.log.debug({ err: error, event: event.metadata.name }, 'An event could not be written');
    });
  }
}

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { upTo } from '../lib/memo/up-to';
import type { Logger } from '../lib/report/log';
import { currentTrace, standing } from '../lib/report/trace';
import { type Clock, toKubeTime } from '../lib/time/clock';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeEvent, KubeObject } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';
import { isKubeError, type KubeClient, MERGE_PATCH } from './client';

/** Something to tell about an object. */
interface EventRequest {
  object: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>;
  type: 'Normal' | 'Warning';
  /** One word in CamelCase. */
  reason: string;
  message: string;
}

/** With the trace it is told under, if any. */
interface WaitingEvent extends EventRequest {
  trace: string | undefined;
}

interface EventRecorderOptions {
  client: KubeClient;
  /** The cluster clock: it dates the events. */
  clock: Clock;
  log: Logger;
  /** The reporting component, as `kubectl describe` shows it. */
  component: string;
  metrics: Registry;
}

interface Written {
  name: string;
  namespace: string;
  count: number;
}

const MAX_WAITING = 1000;
const MAX_REMEMBERED = 4096;
/** The server deletes events after an hour; a later repetition is a new event. */
const REPEATS_WITHIN_MS = 600_000;
const MESSAGE_LENGTH = 1024;

/**
 * Writes events to the cluster. A repetition within ten minutes raises the count of the existing event. Never
 * throws and never waits: a full queue drops its oldest event and counts it.
 */
export class EventRecorder {
  private readonly dropped: Counter;
  private readonly waiting: WaitingEvent[] = [];
  private readonly written = new LRUCache<string, Written>({
    ...upTo(MAX_REMEMBERED),
    ttl: REPEATS_WITHIN_MS,
  });
  private writing?: Promise<void>;

  constructor(private readonly options: EventRecorderOptions) {
    this.dropped = new Counter({
      name: 'plumbline_events_dropped_total',
      help: 'Events about objects that could not be written, or had no room in the queue.',
      registers: [options.metrics],
    });
  }

  emit(request: EventRequest): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.waiting.shift();
      this.dropped.inc();
    }
    this.waiting.push({ ...request, trace: currentTrace() });
    this.writing ??= standing(undefined, () => this.drain());
  }

  /** Resolves once every event so far is written or given up. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async drain(): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      try {
        await this.write(next);
      } catch (error) {
        this.dropped.inc();
        const { kind, metadata } = next.object;
        const about = `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
        this.options.log.warn({ err: error, about, reason: next.reason }, 'An event could not be written');
      }
    }
    this.writing = undefined;
  }

  private async write(request: WaitingEvent): Promise<void> {
    const { object, type, reason, message } = request;
    const key = [object.metadata.uid, object.kind, object.metadata.name, type, reason, message].join('\n');
    const former = this.written.get(key);
    if (former && (await this.repeat(former, request))) return;
    const event = this.eventOf(request);
    const namespace = event.metadata.namespace ?? 'default';
    await this.options.client.request('POST', pathOf(API_RESOURCES.events, namespace), { body: event });
    this.written.set(key, { name: event.metadata.name, namespace, count: 1 });
  }

  /** Returns whether the event still existed and its count was raised. */
  private async repeat(written: Written, request: WaitingEvent): Promise<boolean> {
    try {
      await this.options.client.request(
        'PATCH',
        pathOf(API_RESOURCES.events, written.namespace, written.name),
        {
          body: {
            metadata: marks(request),
            count: written.count + 1,
            lastTimestamp: toKubeTime(this.options.clock.now()),
          },
          contentType: MERGE_PATCH,
        },
      );
      written.count++;
      return true;
    } catch (thrown) {
      if (isKubeError(thrown, 'not-found')) return false;
      throw thrown;
    }
  }

  private eventOf(request: WaitingEvent): KubeEvent {
    const { object, type, reason, message } = request;
    const { name, namespace = 'default', uid, resourceVersion } = object.metadata;
    const time = toKubeTime(this.options.clock.now());
    const tail = randomBytes(8).toString('hex');
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name.slice(0, 200)}.${tail}`, namespace, ...marks(request) },
      involvedObject: {
        apiVersion: object.apiVersion,
        kind: object.kind,
        name,
        namespace: object.metadata.namespace,
        uid,
        ...(resourceVersion ? { resourceVersion } : {}),
      },
      type,
      reason,
      message: message.slice(0, MESSAGE_LENGTH),
      count: 1,
      firstTimestamp: time,
      lastTimestamp: time,
      source: { component: this.options.component },
      reportingComponent: this.options.component,
      reportingInstance: '',
    };
  }
}

/** What leads from an event to the log lines, the record and the spans of the same work. */
function marks({ trace }: WaitingEvent): { annotations?: Record<string, string> } {
  return trace === undefined ? {} : { annotations: { [ANNOTATIONS.trace.name]: trace } };
}

import { Dependents } from '@/sandbox/api/storage/dependents';
import { EventLog, type LoggedEvent } from '@/sandbox/api/storage/event-log';
import { KindStore } from '@/sandbox/api/storage/kind-store';
import type { Logger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const EVENTS_KEPT = 2048;

type Subscriber = (event: LoggedEvent) => void;

/**
 * Stores every object, counts revisions, keeps recent changes and notifies subscribers in commit order: a
 * subscriber's own commits are delivered after the change it is handling.
 */
export class Storage {
  readonly dependents = new Dependents();
  private readonly stores = new Map<string, KindStore>();
  private readonly logs = new Map<string, EventLog>();
  /** By kind: its subscribers, and what to call when it is no longer served. */
  private readonly subscribers = new Map<string, Map<Subscriber, (() => void) | undefined>>();
  private readonly observers: ((resource: string, event: LoggedEvent) => void)[] = [];
  private readonly undelivered: (() => void)[] = [];
  private delivering = false;
  private lastRevision = 0;

  constructor(private readonly log: Logger) {}

  get revision(): number {
    return this.lastRevision;
  }

  store(resource: string): KindStore {
    let store = this.stores.get(resource);
    if (!store) {
      store = new KindStore();
      this.stores.set(resource, store);
    }
    return store;
  }

  eventLog(resource: string): EventLog {
    let log = this.logs.get(resource);
    if (!log) {
      log = new EventLog(EVENTS_KEPT);
      this.logs.set(resource, log);
    }
    return log;
  }

  /** Stores `object`, which gets the next resourceVersion, in place of `old`. */
  put(resource: string, object: KubeObject, old: KubeObject | undefined): void {
    const revision = ++this.lastRevision;
    object.metadata.resourceVersion = String(revision);
    this.store(resource).put(object);
    this.dependents.replace(resource, old, object);
    const type = old ? 'MODIFIED' : 'ADDED';
    this.publish(resource, { type, object, ...(old ? { old } : {}), revision, atMs: wallClock.now() });
  }

  /** Removes `old`; subscribers see its last state with the revision of the removal. */
  remove(resource: string, old: KubeObject, last: KubeObject = old): void {
    const revision = ++this.lastRevision;
    this.store(resource).remove(old.metadata.namespace ?? '', old.metadata.name);
    this.dependents.replace(resource, old, undefined);
    const object = { ...last, metadata: { ...last.metadata, resourceVersion: String(revision) } };
    this.publish(resource, { type: 'DELETED', object, old, revision, atMs: wallClock.now() });
  }

  /** Changes the apiVersion of all objects of a kind. They are the same objects, so nobody is notified. */
  changeVersion(resource: string, apiVersion: string): void {
    for (const old of this.store(resource).list()) {
      if (old.apiVersion === apiVersion) continue;
      const object = { ...old, apiVersion };
      this.store(resource).put(object);
      this.dependents.replace(resource, old, object);
    }
  }

  /** Removes all objects of a kind that is no longer served; subscribers get each removal, then the end. */
  dropKind(resource: string): void {
    for (const object of this.store(resource).list()) this.remove(resource, object);
    this.inTurn(() => {
      for (const ended of [...(this.subscribers.get(resource)?.values() ?? [])]) ended?.();
    });
  }

  subscribe(resource: string, subscriber: Subscriber, ended?: () => void): () => void {
    const known = this.subscribers.get(resource) ?? new Map();
    known.set(subscriber, ended);
    this.subscribers.set(resource, known);
    return () => known.delete(subscriber);
  }

  subscriberCount(resource: string): number {
    return this.subscribers.get(resource)?.size ?? 0;
  }

  /** Notifies `subscriber` of the changes of every kind. */
  subscribeAll(subscriber: (resource: string, event: LoggedEvent) => void): void {
    this.observers.push(subscriber);
  }

  private publish(resource: string, event: LoggedEvent): void {
    this.eventLog(resource).append(event);
    this.inTurn(() => {
      for (const observer of this.observers) this.deliver(() => observer(resource, event), event);
      for (const subscriber of this.subscribers.get(resource)?.keys() ?? [])
        this.deliver(() => subscriber(event), event);
    });
  }

  /** Delivers after everything committed before. */
  private inTurn(delivery: () => void): void {
    this.undelivered.push(delivery);
    if (this.delivering) return;
    this.delivering = true;
    try {
      for (let next = this.undelivered.shift(); next; next = this.undelivered.shift()) next();
    } finally {
      this.delivering = false;
    }
  }

  private deliver(tell: () => void, event: LoggedEvent): void {
    try {
      tell();
    } catch (error) {
      this.log.error({ err: error, name: event.object.metadata.name }, 'A subscriber failed on a change');
    }
  }
}

export type { LoggedEvent };

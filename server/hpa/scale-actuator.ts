import { isDeepStrictEqual } from 'node:util';
import { hpaEvents } from '../decide/replicas/events';
import type { EvaluationSettings } from '../decide/replicas/settings';
import { statusAfter } from '../decide/replicas/status';
import type { Scaled } from '../decide/replicas/sync';
import { isKubeError, type KubeClient, MERGE_PATCH } from '../kube/client';
import type { EventRecorder } from '../kube/events';
import { errorText } from '../lib/report/errors';
import { type Clock, toKubeTime } from '../lib/time/clock';
import { plain } from '../objects/json-object';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { HorizontalPodAutoscaler, Scale } from '../objects/types';
import { CONTROLLER_ANNOTATION, FIELD_MANAGER, isMarked, marked } from './claim';
import type { KnownHpa } from './known-hpa';

/** A status in which only measurements changed is written no more often. */
const MEASUREMENTS_EVERY_MS = 60_000;
/** An event that says the same is told no more often. */
const TELL_AGAIN_MS = 300_000;
const MOST_TOLD = 32;
/** How long the caches may take to show what was scaled. */
const SHOWN_WITHIN_MS = 60_000;

type Status = NonNullable<HorizontalPodAutoscaler['status']>;

interface HandParts {
  client: Pick<KubeClient, 'request'>;
  clock: Clock;
  events: Pick<EventRecorder, 'emit'>;
  settings: EvaluationSettings;
}

/** It may not scale any more. */
class Withheld extends Error {}

/** Carries out what evaluations of claimed HPAs ask for. */
export class ScaleActuator {
  constructor(private readonly parts: HandParts) {}

  /**
   * Scales the target of an HPA, unless the HPA or its scale changed since the evaluation; undefined if so, or if
   * nothing is to be done.
   * @param mayScale asked just before the write
   */
  async scale(known: KnownHpa, mayScale: () => boolean): Promise<Scaled | undefined> {
    const { hpa, target, evaluation } = known;
    if (!evaluation || target?.kind !== 'scale') return undefined;
    const { currentReplicas: from, desiredReplicas: to } = evaluation;
    if (from === to) return undefined;
    const { namespace = '', name } = hpa.metadata;
    const { client, clock } = this.parts;
    const fresh = await client.request<HorizontalPodAutoscaler>(
      'GET',
      pathOf(API_RESOURCES.horizontalPodAutoscalers, namespace, name),
    );
    if (!isSame(fresh, hpa) || !isMarked(fresh)) return undefined;
    const path = pathOf(target.resource, namespace, target.name, 'scale');
    const scale = await client.request<Scale>('GET', path);
    if ((scale.spec.replicas ?? 0) !== from) return undefined;
    try {
      await client.request('PUT', path, {
        body: { ...scale, spec: { ...scale.spec, replicas: to } },
        query: { fieldManager: FIELD_MANAGER },
        beforeSend: () => {
          if (!mayScale()) throw new Withheld();
        },
      });
    } catch (error) {
      if (error instanceof Withheld || isKubeError(error, 'not-leading')) return undefined;
      return { error: errorText(error) };
    }
    known.awaited = { from, untilMs: clock.now() + SHOWN_WITHIN_MS };
    return { to };
  }

  /** Writes the status if it changed, and tells what happened. @throws KubeError */
  async report(known: KnownHpa): Promise<void> {
    const { sync, hpa, selected } = known;
    const { clock, client, settings } = this.parts;
    if (!sync) return;
    this.tell(known, hpaEvents(sync, selected));
    const nowMs = clock.now();
    const next = plain(marked(statusAfter(hpa.status, sync, toKubeTime(nowMs), settings.rules)));
    const { resourceVersion, namespace = '', name } = hpa.metadata;
    if (isDeepStrictEqual(next, hpa.status)) {
      known.written ??= { before: resourceVersion, atMs: nowMs };
      return;
    }
    const isOfUse = !isDeepStrictEqual(withoutMeasurements(next), withoutMeasurements(hpa.status));
    if (known.written && !isOfUse && nowMs - known.written.atMs < MEASUREMENTS_EVERY_MS) return;
    const path = pathOf(API_RESOURCES.horizontalPodAutoscalers, namespace, name, 'status');
    await client.request('PATCH', path, {
      body: { metadata: { resourceVersion }, status: next },
      contentType: MERGE_PATCH,
      query: { fieldManager: FIELD_MANAGER },
    });
    known.written = { before: resourceVersion, atMs: nowMs };
  }

  private tell(known: KnownHpa, events: ReturnType<typeof hpaEvents>): void {
    const nowMs = this.parts.clock.now();
    for (const event of events) {
      const key = `${event.reason} ${event.message}`;
      const told = known.told.get(key);
      if (event.type === 'Warning' && told !== undefined && nowMs - told < TELL_AGAIN_MS) continue;
      known.told.delete(key);
      known.told.set(key, nowMs);
      this.parts.events.emit({ object: known.hpa, ...event });
    }
    for (const oldest of known.told.keys()) {
      if (known.told.size <= MOST_TOLD) break;
      known.told.delete(oldest);
    }
  }
}

/** Whether an HPA is still the one that was evaluated, and still asks for Plumbline. */
function isSame(fresh: HorizontalPodAutoscaler, evaluated: HorizontalPodAutoscaler): boolean {
  return (
    fresh.metadata.uid === evaluated.metadata.uid &&
    fresh.metadata.deletionTimestamp === undefined &&
    fresh.metadata.annotations?.[CONTROLLER_ANNOTATION] ===
      evaluated.metadata.annotations?.[CONTROLLER_ANNOTATION] &&
    isDeepStrictEqual(fresh.spec, evaluated.spec)
  );
}

function withoutMeasurements(status: Status | undefined): unknown {
  const { currentMetrics: _current, ...rest } = status ?? {};
  return rest;
}

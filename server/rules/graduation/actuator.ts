import { Counter, type Registry } from 'prom-client';
import type { GraduationMove } from '../../decide/features/graduation/machine';
import { STEP_ANNOTATION, stepNoteText } from '../../decide/features/graduation/step-note';
import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import type { EventRecorder } from '../../kube/events';
import { isRefusal } from '../../kube/failures';
import { errorText } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { ChangeRecord, JournalWriter } from '../../store';
import { stepText } from '../../words/graduation';
import { PROGRAM_USER } from '../../words/who';

/** Takes steps: writes the mode with its note, records both, and says so in an event. */
export class GraduationActuator {
  private readonly steps: Counter<'kind' | 'to'>;

  constructor(
    private readonly parts: {
      readonly client: Pick<KubeClient, 'request'>;
      readonly clock: Clock;
      readonly events: EventRecorder;
      readonly store: Pick<JournalWriter, 'begin'>;
      readonly metrics: Registry;
    },
  ) {
    this.steps = new Counter({
      name: 'plumbline_graduation_steps_total',
      help: 'Steps of graduation by kind (begin, up, down) and update mode.',
      labelNames: ['kind', 'to'],
      registers: [parts.metrics],
    });
  }

  /** Valid only for the version of the VPA that was judged. @throws KubeError */
  async take(vpa: VerticalPodAutoscaler, move: GraduationMove, signal: AbortSignal): Promise<void> {
    const { client, store, clock, events } = this.parts;
    const { namespace = '', name, resourceVersion, uid } = vpa.metadata;
    const { from, note, kind } = move;
    const isSame = vpa.spec.updatePolicy?.updateMode === note.step;
    const record = store.begin();
    const told = stepText(note.why, note.sinceMs);
    const ended = (outcome: 'done' | 'refused' | 'unavailable', detail: string): ChangeRecord => ({
      kind: 'change',
      change: 'graduation',
      atMs: clock.now(),
      who: PROGRAM_USER,
      namespace,
      name,
      outcome,
      detail,
      before: { updateMode: from ?? null },
      after: { updateMode: note.step, kind, why: note.why },
    });
    try {
      await client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
        body: {
          metadata: { resourceVersion, uid, annotations: { [STEP_ANNOTATION]: stepNoteText(note) } },
          ...(!isSame && { spec: { updatePolicy: { updateMode: note.step } } }),
        },
        contentType: MERGE_PATCH,
        signal,
      });
    } catch (error) {
      // A refused step is tried again with the next look; without an answer it may have been taken.
      if (isRefusal(error)) record();
      else record(ended('unavailable', errorText(error)));
      throw error;
    }
    record(ended('done', told));
    this.steps.inc({ kind, to: note.step });
    events.emit({
      object: vpa,
      type: kind === 'down' ? 'Warning' : 'Normal',
      reason: kind === 'down' ? 'GraduationFell' : 'GraduationStep',
      message: `Update mode ${from ?? 'unset'} → ${note.step}. ${told}`,
    });
  }
}

import type { Scaled } from '../decide/replicas/sync';
import type { JournalWriter } from '../store';
import { PROGRAM_USER } from '../words/who';
import type { SeenScaling } from './hpa-evaluator';
import { controllersAnswer, type KnownHpa } from './known-hpa';

/** Puts scalings into the audit log: Plumbline's own, and those it sees. */
export class ScalingAudit {
  constructor(private readonly recorder: Pick<JournalWriter, 'record'>) {}

  own(known: KnownHpa, change: SeenScaling, scaled: Scaled, atMs: number): void {
    const isDone = 'to' in scaled;
    const detail = isDone ? (known.evaluation?.reason ?? '') : scaled.error;
    this.write(known, change, atMs, { who: PROGRAM_USER, outcome: isDone ? 'done' : 'refused', detail });
  }

  /** @param reason what the last evaluation said, if the controller did as it says */
  seen(known: KnownHpa, change: SeenScaling, reason: string, atMs: number): void {
    const isControllers = controllersAnswer(known.hpa) === change.to;
    this.write(known, change, atMs, {
      who: isControllers ? 'the HPA controller' : 'someone else',
      outcome: 'done',
      detail: isControllers ? reason : '',
    });
  }

  private write(
    { hpa: { metadata } }: KnownHpa,
    { from, to }: SeenScaling,
    atMs: number,
    said: { who: string; outcome: string; detail: string },
  ): void {
    const { namespace = '', name } = metadata;
    this.recorder.record({
      kind: 'change',
      change: 'scale',
      atMs,
      namespace,
      name,
      before: { replicas: from },
      after: { replicas: to },
      ...said,
    });
  }
}

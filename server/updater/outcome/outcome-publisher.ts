import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { heldAmountsText } from '../../decide/pods/outcome/held-text';
import type { EventRecorder } from '../../kube/events';
import type { Logger } from '../../lib/report/log';
import type { JournalWriter } from '../../store';
import { withTimesInWords } from '../../words/times';
import type { OutcomeMetrics } from './metrics';
import type { OutcomeStep } from './step';

interface OutcomePublisherParts {
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly recorder: Pick<JournalWriter, 'record'>;
  readonly metrics: OutcomeMetrics;
}

/** Tells what came of changes: in the record, the log, events and metrics. */
export class OutcomePublisher {
  constructor(private readonly parts: OutcomePublisherParts) {}

  /** A change is followed from now on. */
  followed(): void {
    this.parts.metrics.followed();
  }

  tell(vpa: CompiledVpa, part: string, news: OutcomeStep['told']): void {
    const { recorder, metrics, log, events } = this.parts;
    const { namespace, name } = vpa;
    for (const { cameOfIt, sinceMs, untilMs, held } of news) {
      recorder.record({ kind: 'outcome', atMs: untilMs, sinceMs, namespace, vpa: name, part, cameOfIt });
      if (cameOfIt !== 'running') metrics.settled(cameOfIt);
      if (!held) continue;
      const { how, container } = held;
      log.warn({ namespace, vpa: name, part, how, container }, 'A change was undone');
      events.emit({
        object: vpa.vpa,
        type: 'Warning',
        reason: 'Undone',
        message: `${withTimesInWords(heldAmountsText(held, part))}.`,
      });
    }
  }

  released({ namespace, name }: CompiledVpa, part: string, why: string): void {
    this.parts.log.info({ namespace, vpa: name, part, why }, 'Former requests are no longer held');
  }

  /** How many VPAs are held at former amounts. That each is a problem is told from what is noted on it. */
  held(vpas: number): void {
    this.parts.metrics.held(vpas);
  }
}

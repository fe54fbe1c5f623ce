import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { allHeldText, heldAmountsText } from '../../decide/pods/outcome/held-text';
import type { Outcomes } from '../../decide/pods/outcome/state';
import type { EventRecorder } from '../../kube/events';
import type { ProblemReporter } from '../../kube/problems';
import type { Logger } from '../../lib/report/log';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { JournalWriter } from '../../store';
import { aboutVpa } from '../../words/object-fault';
import { withTimesInWords } from '../../words/times';
import type { OutcomeMetrics } from './metrics';
import type { OutcomeStep } from './step';

interface OutcomePublisherParts {
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly problems: Pick<ProblemReporter, 'report' | 'clear' | 'clearExcept'>;
  readonly recorder: Pick<JournalWriter, 'record'>;
  readonly metrics: OutcomeMetrics;
}

/** Tells what came of changes: in the record, the log, events, metrics and problems. */
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

  /** Each VPA that is held at former amounts is a problem. */
  reportHeld(all: Iterable<{ readonly vpa: CompiledVpa; readonly outcomes: Outcomes }>): void {
    const { problems, metrics } = this.parts;
    const held = new Set<string>();
    for (const { vpa, outcomes } of all) {
      const text = allHeldText(outcomes);
      if (text === undefined) continue;
      const about = aboutVpa(vpa.vpa.metadata);
      held.add(about);
      problems.report('undone', about, text);
    }
    problems.clearExcept('undone', held);
    metrics.held(held.size);
  }

  lifted(metadata: VerticalPodAutoscaler['metadata']): void {
    this.parts.problems.clear('undone', aboutVpa(metadata));
  }
}

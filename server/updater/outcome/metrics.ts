import { Counter, Gauge, type Registry } from 'prom-client';
import type { CameOfIt } from '../../words/outcomes';

export class OutcomeMetrics {
  private readonly begun: Counter;
  private readonly ended: Counter<'outcome'>;
  private readonly holding: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.begun = new Counter({
      name: 'plumbline_updater_changes_followed_total',
      help: 'Changes of the pods of a VPA whose outcome is followed; several pods changed alike count once.',
      registers,
    });
    this.ended = new Counter({
      name: 'plumbline_updater_outcomes_total',
      help: 'Outcomes of such changes: kept, undone, not-ours, refused or unknown.',
      labelNames: ['outcome'],
      registers,
    });
    this.holding = new Gauge({
      name: 'plumbline_updater_held_at_former_vpas',
      help: 'VPAs held at their former amounts after a change was undone.',
      registers,
    });
  }

  followed(): void {
    this.begun.inc();
  }

  settled(outcome: Exclude<CameOfIt, 'running'>): void {
    this.ended.inc({ outcome });
  }

  held(vpas: number): void {
    this.holding.set(vpas);
  }
}

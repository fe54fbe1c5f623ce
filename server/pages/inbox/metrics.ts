import { Gauge, type Registry } from 'prom-client';
import { type InboxCode, urgencyOfCode } from '../../words/inbox';

export function inboxMetrics(
  registry: Registry,
  known: () => Promise<{ codes: ReadonlyMap<InboxCode, number>; dismissed: number }>,
): void {
  new Gauge({
    name: 'plumbline_inbox_items',
    help: 'What is broken, waits for a person or could be better, by urgency and code; a code without any has no series.',
    labelNames: ['urgency', 'code'],
    registers: [registry],
    async collect() {
      const { codes } = await known();
      this.reset();
      for (const [code, count] of codes) this.set({ urgency: urgencyOfCode(code), code }, count);
    },
  });
  new Gauge({
    name: 'plumbline_inbox_dismissed',
    help: 'What people dismissed from the inbox for a while.',
    registers: [registry],
    async collect() {
      this.set((await known()).dismissed);
    },
  });
}

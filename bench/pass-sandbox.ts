/**
 * The embedded cluster of bench `pass`, in a separate process whose time moves only on the parent's command.
 * Sends its parent `{ kubeconfig }` once up, and answers every `{ advanceMs }` with `{ nowMs }`.
 */
import { ManualClock } from '@/server/lib/time/clock';
import { ThousandWorkloads } from './thousand-workloads';

const SECOND_MS = 1000;
const START_MS = Date.parse('2026-03-02T08:00:00Z');
const LATEST_SECONDS = 600;

const clock = new ManualClock(START_MS);
const cluster = await ThousandWorkloads.start(clock);

async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SECOND_MS) await clock.advance(Math.min(SECOND_MS, left));
}

for (let seconds = 0; seconds < LATEST_SECONDS && !cluster.allRun; seconds++) await advance(SECOND_MS);
if (!cluster.allRun) throw new Error('the pods of the scenario do not come up');

process.on('message', (message: { advanceMs: number }) => {
  void advance(message.advanceMs).then(() => process.send?.({ nowMs: clock.now() }));
});
process.on('disconnect', () => void cluster.close().then(() => process.exit(0)));
process.send?.({ kubeconfig: cluster.sandbox.kubeconfigPath, nowMs: clock.now() });

import type { WorkloadAnswer } from '@/server/contract/workloads';
import { DismissingProvider } from '../inbox/dismissing';
import classes from '../inbox/inbox.module.css';
import { OneItem } from '../inbox/one-item';

/** What the inbox has about this workload; what keeps it from a recommendation has a place of its own. */
export function WorkloadInbox({
  workload: { inbox, state },
  nowMs,
}: {
  workload: Pick<WorkloadAnswer, 'inbox' | 'state'>;
  nowMs: number;
}) {
  const items = inbox.filter(({ code }) => state.kind === 'recommended' || code !== state.reason);
  const [worst] = items;
  if (!worst) return null;
  return (
    <DismissingProvider>
      <section className={classes.inbox} aria-label="What needs somebody">
        <ul className={classes.lines} data-urgency={worst.urgency}>
          {items.map((item) => (
            <OneItem key={item.key} item={item} nowMs={nowMs} isAtHome />
          ))}
        </ul>
      </section>
    </DismissingProvider>
  );
}

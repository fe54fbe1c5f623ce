import type { DeliveryView } from '@/server/contract/messages';
import { DELIVERIES } from '@/server/words/messages';
import dotClasses from '../layout/tone-dot.module.css';
import { FactTable } from '../lists/fact-table';
import classes from '../lists/fact-table.module.css';
import { TimeAgo } from '../live/time-ago';
import { deliveryTone, messageWords } from './message-words';
import wrapClasses from './wrapped-cell.module.css';

/** What came of the last messages, newest first. */
export function DeliveryTable({ deliveries, nowMs }: { deliveries: readonly DeliveryView[]; nowMs: number }) {
  if (deliveries.length === 0) return <p className={classes.nothing}>No message was sent yet.</p>;
  return (
    <FactTable label="Deliveries, newest first" headings={['Message', 'Outcome', 'When', 'Host', 'Attempts']}>
      {deliveries.map(({ id, code, count, host, outcome, atMs, attempts }) => (
        <tr key={`${id} ${host}`}>
          <th scope="row" className={`${classes.name} ${wrapClasses.wrapped}`}>
            {messageWords(code, count)}
          </th>
          <td>
            <span className={dotClasses.dot} data-tone={deliveryTone(outcome)}>
              {DELIVERIES[outcome]}
            </span>
          </td>
          <td>
            <TimeAgo atMs={atMs} nowMs={nowMs} />
          </td>
          <td>{host}</td>
          <td>{attempts}</td>
        </tr>
      ))}
    </FactTable>
  );
}

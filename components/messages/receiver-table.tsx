import type { ReceiverView } from '@/server/contract/messages';
import dotClasses from '../layout/tone-dot.module.css';
import { FactTable } from '../lists/fact-table';
import classes from '../lists/fact-table.module.css';
import { TimeAgo } from '../live/time-ago';
import { receiverState } from './message-words';
import wrapClasses from './wrapped-cell.module.css';

const FORMATS = { json: 'JSON', slack: 'Slack' } as const;

/** Each address by its host: the rest of it may be a secret. */
export function ReceiverTable({ receivers, nowMs }: { receivers: readonly ReceiverView[]; nowMs: number }) {
  return (
    <FactTable label="Addresses by host" headings={['Host', 'State', 'Waiting', 'Format']}>
      {receivers.map((receiver) => (
        <Row key={receiver.key} receiver={receiver} nowMs={nowMs} />
      ))}
    </FactTable>
  );
}

function Row({ receiver, nowMs }: { receiver: ReceiverView; nowMs: number }) {
  const { tone, words } = receiverState(receiver);
  const nextMs = receiver.failing?.nextMs;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        {receiver.host}
      </th>
      <td className={wrapClasses.wrapped}>
        <span className={dotClasses.dot} data-tone={tone}>
          {words}
        </span>
        {nextMs !== undefined && nextMs > nowMs && (
          <>
            {' '}
            The next follows <TimeAgo atMs={nextMs} nowMs={nowMs} mayBeAhead />.
          </>
        )}
      </td>
      <td>{receiver.waiting}</td>
      <td>{FORMATS[receiver.format]}</td>
    </tr>
  );
}

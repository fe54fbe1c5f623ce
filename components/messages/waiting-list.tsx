import type { MessagesView } from '@/server/contract/messages';
import { countOf } from '@/server/words/counts';
import { TimeAgo } from '../live/time-ago';
import { messageWords, objectsWords } from './message-words';
import classes from './waiting-list.module.css';

/** The messages that some receiver still has to get, oldest first. */
export function WaitingList({ view: { waiting, dropped }, nowMs }: { view: MessagesView; nowMs: number }) {
  return (
    <>
      <ul className={classes.list}>
        {waiting.map((message) => (
          <li key={message.id}>
            <span>{messageWords(message.code, message.count)}</span>
            <span className={classes.soft}>
              {objectsWords(message)}
              {' · '}
              <TimeAgo atMs={message.atMs} nowMs={nowMs} />, for {message.hosts.join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {dropped > 0 && (
        <p className={classes.soft}>
          {countOf(dropped, 'older message was', 'older messages were')} dropped, because too many waited.
        </p>
      )}
    </>
  );
}

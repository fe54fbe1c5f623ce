import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EventRow, EventsAnswer } from '@/server/contract/events';
import { useEventsOf } from '../api/queries';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import classes from './condition-list.module.css';
import { eventsNote, eventTail } from './event-words';

interface RecentEventsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

const FIRST = 6;

export function RecentEvents({ namespace, name, nowMs }: RecentEventsProps) {
  const { data: answer, failure } = useEventsOf(namespace, name);
  const note = eventsNote(answer, failure);
  const [all, setAll] = useState(false);
  const events = eventsIn(answer);
  return (
    <Card title="Events in Kubernetes" at="events">
      {note && <p className={shared.hint}>{note}</p>}
      <ul className={classes.list}>
        {(all ? events : events.slice(0, FIRST)).map((event) => (
          <li key={event.id}>
            <p className={classes.line}>
              <strong className={classes.type} data-tone={event.isWarning ? 'warning' : 'quiet'}>
                {event.reason}
              </strong>
              <span className={classes.when}>
                <TimeAgo atMs={event.atMs} nowMs={nowMs} />
              </span>
            </p>
            <p className={`${classes.soft} ${classes.cut}`} title={event.message}>
              {event.message}
            </p>
            <p className={classes.soft}>{eventTail(event)}</p>
          </li>
        ))}
      </ul>
      {!all && events.length > FIRST && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(true)}>
          Show all {events.length} events
        </Button>
      )}
    </Card>
  );
}

function eventsIn(answer: EventsAnswer | undefined): readonly EventRow[] {
  return answer?.kind === 'known' ? answer.events : [];
}

import type { MessagesView } from '@/server/contract/messages';
import { TOPIC_WORDS, TOPICS } from '@/server/words/messages';
import { formatDuration } from '@/server/words/times';
import classes from './rule-lines.module.css';

/** What the settings say is told, and how often; `speed` is that of the cluster's clock, in times real time. */
export function RuleLines({ view, speed }: { view: MessagesView; speed: number }) {
  const { topics, graceMs, minIntervalMs, perHour, giveUpMs, isSigned, externalUrl } = view;
  const untold = TOPICS.filter((topic) => !topics.includes(topic));
  return (
    <>
      <ul className={classes.topics}>
        {topics.map((topic) => (
          <li key={topic}>{TOPIC_WORDS[topic]}</li>
        ))}
      </ul>
      {untold.length > 0 && (
        <p className={classes.soft}>
          Turned off in PLUMBLINE_TELL_EVENTS: {untold.map((topic) => TOPIC_WORDS[topic]).join('; ')}.
        </p>
      )}
      <p className={classes.soft}>
        A problem is told once it lasted {formatDuration(graceMs)}. There is at most one message in{' '}
        {formatDuration(minIntervalMs)} and {perHour} in an hour; what happens meanwhile is told together. A
        message that cannot be delivered is tried for {formatDuration(giveUpMs)}.
        {speed !== 1 && ` These are real times; the cluster's clock runs ${speed} times as fast.`} Bodies are{' '}
        {isSigned ? 'signed' : 'not signed'}, and{' '}
        {externalUrl
          ? `links lead to ${externalUrl}`
          : 'have no links, since PLUMBLINE_EXTERNAL_URL is not set'}
        .
      </p>
    </>
  );
}

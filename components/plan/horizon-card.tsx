import { Tooltip } from '@mantine/core';
import { countOf } from '../format/ratio';
import { absoluteTime, formatDuration } from '../format/time';
import { Card } from '../layout/card';
import { DecisionBadge } from './decision-badge';
import type { Horizon } from './horizon';
import classes from './horizon-card.module.css';

interface HorizonCardProps {
  horizon: Horizon;
  nowMs: number;
}

const MOST_EVENTS = 4;

/** What happens when: what the next pass does, then when waits can end, then what else has to happen first. */
export function HorizonCard({ horizon, nowMs }: HorizonCardProps) {
  const { now, bars, ticks, events, timed } = horizon;
  const most = Math.max(1, ...bars.map((bar) => bar.pods));
  return (
    <Card title="What happens when">
      <div className={classes.strip}>
        <section className={classes.part} aria-label="At the next pass">
          <h3 className={classes.title}>At the next pass</h3>
          {now.evict + now.resize === 0 && <p className={classes.soft}>changes no pod</p>}
          {(['evict', 'resize'] as const).map(
            (decision) =>
              now[decision] > 0 && (
                <p key={decision} className={classes.line}>
                  <DecisionBadge decision={decision} /> {countOf(now[decision], 'pod')}
                </p>
              ),
          )}
        </section>
        <section className={classes.axis} aria-label="Not before a time">
          <h3 className={classes.title}>
            Not before {timed > 0 && <span className={classes.soft}>{countOf(timed, 'pod')}</span>}
          </h3>
          {timed === 0 ? (
            <p className={classes.soft}>no pod waits for a time</p>
          ) : (
            <>
              <div className={classes.plot}>
                {bars.map((bar) => (
                  <Tooltip
                    key={bar.at}
                    label={`${countOf(bar.pods, 'pod')} of ${bar.vpas.slice(0, 3).join(', ')}${bar.vpas.length > 3 ? ` and ${countOf(bar.vpas.length - 3, 'more VPA')}` : ''}, ${barTime(bar.fromMs, nowMs)}`}
                  >
                    <span
                      className={classes.bar}
                      role="img"
                      aria-label={`${countOf(bar.pods, 'pod')} not before ${barTime(bar.fromMs, nowMs)}`}
                      style={{
                        left: `${bar.at * 100}%`,
                        width: `${bar.width * 100}%`,
                        height: `${Math.max(12, (bar.pods / most) * 100)}%`,
                      }}
                    />
                  </Tooltip>
                ))}
              </div>
              <div className={classes.ticks} aria-hidden="true">
                {ticks.map((tick) => (
                  <span key={tick.at} style={{ left: `${tick.at * 100}%` }}>
                    {tick.afterMs === 0 ? 'now' : `in ${formatDuration(tick.afterMs)}`}
                  </span>
                ))}
              </div>
            </>
          )}
        </section>
        <section className={classes.part} aria-label="Until something happens">
          <h3 className={classes.title}>Until</h3>
          {events.length === 0 && <p className={classes.soft}>nothing else is awaited</p>}
          <ul className={classes.events}>
            {events.slice(0, MOST_EVENTS).map(({ event, words, pods }) => (
              <li key={event}>
                {words} <span className={classes.soft}>· {countOf(pods, 'pod')}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Card>
  );
}

function barTime(fromMs: number, nowMs: number): string {
  return `${absoluteTime(fromMs)} (in ${formatDuration(fromMs - nowMs)})`;
}

import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Horizon } from '@/server/contract/plan';
import { AWAITED_EVENTS } from '@/server/words/awaited-events';
import { countOf } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import { AxisTicks } from '../charts/axis-ticks';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { Tooltip } from '../layout/tooltip';
import { localAbsoluteTime } from '../times/times';
import { DecisionBadge } from './decision-badge';
import classes from './horizon-card.module.css';

interface HorizonCardProps {
  horizon: Horizon;
  nowMs: number;
  /** The time range or the event that the plan is filtered by. */
  chosen: string;
  onChoose: (when: string) => void;
}

const MOST_EVENTS = 4;

/** When pods change: what the next pass does, then when waits can end, then what must happen first, if any wait. */
export function HorizonCard({ horizon, nowMs, chosen, onChoose }: HorizonCardProps) {
  const { now, bars, ticks, events, timed } = horizon;
  const most = Math.max(1, ...bars.map((bar) => bar.pods));
  const turn = (when: string, pressed: boolean) => onChoose(pressed ? '' : when);
  const isQuiet = now.evict + now.resize === 0;
  if (isQuiet && timed === 0 && events.length === 0)
    return (
      <Card title="When pods change">
        <p className={shared.smallText}>
          The next pass changes no pod, and none waits for a time or an event.
        </p>
      </Card>
    );
  return (
    <Card title="When pods change">
      <Part title="At the next pass">
        {isQuiet && <p className={classes.soft}>changes no pod</p>}
        {(['evict', 'resize'] as const).map(
          (decision) =>
            now[decision] > 0 && (
              <Text key={decision} inherit mb={4}>
                <DecisionBadge fate={decision} /> {countOf(now[decision], 'pod')}
              </Text>
            ),
        )}
      </Part>
      {timed > 0 && (
        <Part title="Not before" note={countOf(timed, 'pod')}>
          <div className={classes.plot}>
            {bars.map((bar) => {
              const pressed = isWithin(bar.fromMs, chosen);
              return (
                <Tooltip key={bar.at} label={barWords(bar, nowMs)}>
                  <UnstyledButton
                    className={classes.slot}
                    aria-pressed={pressed}
                    aria-label={`${countOf(bar.pods, 'pod')} not before ${barTime(bar.fromMs, nowMs)}`}
                    style={{ left: `${bar.at * 100}%`, width: `${bar.width * 100}%` }}
                    onClick={() => turn(bar.when, pressed)}
                  >
                    {bar.pods.toLocaleString('en-US')}
                    <span className={classes.bar} style={{ flexBasis: `${(bar.pods / most) * 100}%` }} />
                  </UnstyledButton>
                </Tooltip>
              );
            })}
          </div>
          <AxisTicks
            ends="inside"
            ticks={ticks.map(({ at, afterMs }) => ({
              at,
              text: afterMs === 0 ? 'now' : `in ${formatDuration(afterMs)}`,
            }))}
          />
        </Part>
      )}
      {events.length > 0 && (
        <Part title="Until">
          {events.slice(0, MOST_EVENTS).map(({ event, pods }) => (
            <UnstyledButton
              key={event}
              className={classes.event}
              aria-pressed={chosen === event}
              onClick={() => turn(event, chosen === event)}
            >
              {AWAITED_EVENTS[event]} <span className={classes.soft}>· {countOf(pods, 'pod')}</span>
            </UnstyledButton>
          ))}
        </Part>
      )}
    </Card>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <Text component="h3" mt={1} fz={12} fw={600}>
        {title} {note && <span className={`${classes.soft} ${classes.note}`}>{note}</span>}
      </Text>
      <div>{children}</div>
    </section>
  );
}

/** Whether a time is in the chosen range; the axis moves on under a choice that stays. */
function isWithin(atMs: number, stretch: string): boolean {
  const [sinceMs, untilMs] = stretch.split('-').map(Number);
  return sinceMs !== undefined && untilMs !== undefined && sinceMs <= atMs && atMs <= untilMs;
}

function barTime(fromMs: number, nowMs: number): string {
  return `${localAbsoluteTime(fromMs)} (in ${formatDuration(fromMs - nowMs)})`;
}

function barWords({ pods, vpas, moreVpas, fromMs }: Horizon['bars'][number], nowMs: number): string {
  const others = moreVpas > 0 ? ` and ${countOf(moreVpas, 'more VPA')}` : '';
  return `${countOf(pods, 'pod')} of ${vpas.join(', ')}${others}, ${barTime(fromMs, nowMs)}`;
}

import { IconDropletDown } from '@tabler/icons-react';
import type { ContainerDetail } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { leakText } from '@/server/words/leaks';
import { formatDuration } from '@/server/words/times';
import { Callout } from '../layout/callout';
import { Fold } from '../layout/fold';
import { ScrollRegion } from '../layout/scroll-region';
import { TimeAgo } from '../live/time-ago';
import classes from './evidence.module.css';

interface LeakCalloutProps {
  container: Pick<ContainerDetail, 'name' | 'leak'>;
  nowMs: number;
}

/** That a container leaks, by its last lives. */
export function LeakCallout({ container: { name, leak }, nowMs }: LeakCalloutProps) {
  if (!leak) return null;
  return (
    <div className={classes.leak}>
      <Callout icon={IconDropletDown} tone="warning" title={`${name} leaks memory`} detail={leakText(leak)} />
      <Fold label="Its last lives" note={String(leak.lastLives.length)}>
        <ScrollRegion label={`Last lives of ${name}`}>
          <table className={classes.models}>
            <thead>
              <tr>
                <th scope="col">Began</th>
                <th scope="col">Lived</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">An hour</th>
                <th scope="col">End</th>
              </tr>
            </thead>
            <tbody>
              {leak.lastLives.map((life) => (
                <tr key={`${life.startMs} ${life.peakBytes}`}>
                  <th scope="row">
                    <TimeAgo atMs={life.startMs} nowMs={nowMs} />
                  </th>
                  <td>{formatDuration(life.lengthMs)}</td>
                  <td>{life.startBytes === undefined ? '–' : formatAmount('memory', life.startBytes)}</td>
                  <td>{formatAmount('memory', life.peakBytes)}</td>
                  <td>
                    {life.bytesPerHour === undefined
                      ? 'unclear'
                      : `+${formatAmount('memory', life.bytesPerHour)}`}
                  </td>
                  <td>{LIFE_ENDS[life.end]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Fold>
    </div>
  );
}

const LIFE_ENDS = {
  killed: 'OOM kill',
  ended: 'restart',
  'goes-on': 'goes on',
} as const;

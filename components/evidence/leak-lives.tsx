import { Box } from '@mantine/core';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { formatAmount } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';
import { Fold } from '../layout/fold';
import { ScrollRegion } from '../layout/scroll-region';
import { TimeAgo } from '../live/time-ago';

interface LeakLivesProps {
  container: Pick<ContainerDetail, 'name' | 'leak'>;
  nowMs: number;
}

/** The last lives of a container that leaks; that it does is told with the problems of the page. */
export function LeakLives({ container: { name, leak }, nowMs }: LeakLivesProps) {
  if (!leak) return null;
  return (
    <Box mb={16}>
      <Fold
        label={`It leaks ${formatAmount('memory', leak.bytesPerHour)} of memory an hour`}
        note="its last lives"
      >
        <ScrollRegion label={`Last lives of ${name}`}>
          <table>
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
    </Box>
  );
}

const LIFE_ENDS = {
  killed: 'OOM kill',
  ended: 'restart',
  'goes-on': 'goes on',
} as const;

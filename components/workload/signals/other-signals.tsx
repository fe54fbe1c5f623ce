import type { WorkloadDetail } from '@/server/contract/recommendations';
import { UNFOLLOWED } from '@/server/words/signals';
import { Card } from '../../layout/card';
import { Fold } from '../../layout/fold';
import { TimeAgo } from '../../live/time-ago';
import classes from './other-signals.module.css';
import { newestSampleMs, signalRows, signalsSummary } from './signal-rows';
import { SignalTable } from './signal-table';
import { strainLines } from './strain-lines';

interface OtherSignalsProps {
  signals: WorkloadDetail['signals'];
  container: string;
  /** The cluster's time. */
  nowMs: number;
}

/** What a container does besides using CPU and memory: disk, network, storage, files and threads. */
export function OtherSignals({ signals, container, nowMs }: OtherSignalsProps) {
  if (!signals) return null;
  if (signals.kind !== 'followed')
    return (
      <Card title="Other signals" at="signals">
        <p className={classes.line}>{NOT_FOLLOWED[signals.kind]}</p>
      </Card>
    );
  const rows = signalRows(signals, container);
  const unfollowed = signals.containers.find(({ name }) => name === container)?.unfollowed;
  const newestMs = newestSampleMs(signals, container);
  return (
    <Card title="Other signals" at="signals">
      <p className={classes.line}>
        {signalsSummary(rows)}
        {newestMs !== undefined && (
          <>
            {' '}
            Newest sample <TimeAgo atMs={newestMs} nowMs={nowMs} />.
          </>
        )}
      </p>
      {unfollowed && <p className={classes.line}>{UNFOLLOWED[unfollowed]}</p>}
      {strainLines(signals.strain, container).map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      <Fold label="Disk, network, storage, files and threads" about={`of container ${container}`}>
        <SignalTable rows={rows} container={container} />
      </Fold>
    </Card>
  );
}

const NOT_FOLLOWED = {
  'no-source':
    'Disk, network, storage, files and threads are unknown: they come from Prometheus, and none is configured. Set PLUMBLINE_PROMETHEUS_ADDRESS.',
  'left-out': 'Disk, network, storage, files and threads are unknown: PLUMBLINE_SIGNALS_LEFT_OUT says so.',
} as const;

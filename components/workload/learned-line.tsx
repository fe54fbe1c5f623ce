import type { ContainerDetail } from '@/server/contract/recommendations';
import { countOf } from '@/server/words/counts';
import { TimeAgo } from '../live/time-ago';
import { confidenceSentence } from './confidence-words';
import classes from './learned-line.module.css';

interface LearnedLineProps {
  container: ContainerDetail;
  /** The cluster's time. */
  nowMs: number;
}

/** How much the numbers of a container are based on, and its recent OOM kills. */
export function LearnedLine({ container, nowMs }: LearnedLineProps) {
  const { lastSampleMs, isSilent, ooms, countsSince } = container;
  return (
    <p className={classes.line}>
      {container.isSidecar && <span>A native sidecar: an init container that keeps running.</span>}
      <span>
        <strong>Confidence:</strong> {confidenceSentence(container)}
      </span>
      {lastSampleMs !== undefined && (
        <span className={isSilent ? classes.bad : undefined}>
          {isSilent ? 'No samples since' : 'Newest sample'} <TimeAgo atMs={lastSampleMs} nowMs={nowMs} />.
        </span>
      )}
      {countsSince && (
        <span>
          What was used before the roll-out <TimeAgo atMs={countsSince.atMs} nowMs={nowMs} />, which changed{' '}
          {countsSince.changed === 'image' ? 'images' : 'requests or limits'}, no longer counts.
        </span>
      )}
      {ooms && (
        <span className={classes.bad}>
          OOM-killed {countOf(ooms.times, 'time')} in 24 h, last <TimeAgo atMs={ooms.lastMs} nowMs={nowMs} />.
        </span>
      )}
    </p>
  );
}

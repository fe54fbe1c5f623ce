import type { ContainerView } from '@/server/contract/recommendations';
import { confidenceWords } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import shared from '../layout/shared.module.css';
import { Tooltip } from '../layout/tooltip';
import classes from './confidence-cell.module.css';

const DAY_MS = 86_400_000;

/** Beyond this the bounds narrow so slowly that a fuller bar would say nothing. */
const FULL_AT = 8;

/** The filled share of the bar, 0…1: by doublings, since early history counts most. */
function fillOf(confidence: number): number {
  return Math.min(1, Math.log2(1 + confidence) / Math.log2(1 + FULL_AT));
}

/** The lowest confidence of the containers. */
export function ConfidenceCell({ containers }: { containers: readonly ContainerView[] }) {
  const confidence = containers.length > 0 && Math.min(...containers.map((one) => one.confidence));
  if (!confidence) return <span className={shared.quiet}>–</span>;
  const words = confidenceWords(confidence);
  return (
    <Tooltip label={`${words}; bounds narrow as it grows`}>
      <span className={classes.cell}>
        <span className={classes.track} aria-hidden="true">
          <span className={classes.fill} style={{ width: `${fillOf(confidence) * 100}%` }} />
        </span>
        <span className={classes.words}>{formatDuration(confidence * DAY_MS)}</span>
      </span>
    </Tooltip>
  );
}

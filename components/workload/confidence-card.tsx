import type { ContainerDetail } from '@/server/recommender/views';
import { confidenceWords, countOf } from '@/server/words/counts';
import { ConfidenceChart } from '../charts/time-charts';
import { Card } from '../layout/card';
import { TimeAgo } from '../live/time-ago';
import classes from './confidence-card.module.css';

interface ConfidenceCardProps {
  container: ContainerDetail;
  nowMs: number;
}

/** How much history stands behind the numbers, and how it grew. */
export function ConfidenceCard({ container, nowMs }: ConfidenceCardProps) {
  return (
    <Card
      title="Confidence"
      aside={
        <span className={classes.aside}>
          {confidenceWords(container.confidence)}; the bounds narrow as it grows
        </span>
      }
    >
      <div className={classes.body}>
        <dl className={classes.facts}>
          <div>
            <dt>Samples</dt>
            <dd>{container.samples.toLocaleString('en-US')}</dd>
          </div>
          {container.firstSampleMs !== undefined && (
            <div>
              <dt>First</dt>
              <dd>
                <TimeAgo atMs={container.firstSampleMs} nowMs={nowMs} />
              </dd>
            </div>
          )}
          {container.lastSampleMs !== undefined && (
            <div>
              <dt>Newest</dt>
              <dd>
                <TimeAgo atMs={container.lastSampleMs} nowMs={nowMs} />
              </dd>
            </div>
          )}
          <div>
            <dt>OOM-killed in 24 h</dt>
            <dd data-bad={container.ooms !== undefined}>
              {container.ooms ? countOf(container.ooms.times, 'time') : 'never'}
            </dd>
          </div>
        </dl>
        <ConfidenceChart history={container.history} />
      </div>
    </Card>
  );
}

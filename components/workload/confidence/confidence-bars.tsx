import type { ContainerDetail } from '@/server/contract/recommendations';
import { percent } from '../../charts/percent';
import shared from '../../layout/shared.module.css';
import { TimeAgo } from '../../live/time-ago';
import classes from './confidence-bars.module.css';
import { type ConfidencePicture, confidencePictures } from './confidence-picture';

interface ConfidenceBarsProps {
  container: ContainerDetail;
  /** The cluster's time. */
  nowMs: number;
}

/** What a confidence rests on, how far it widens the upper bounds now, and when they will be narrower. */
export function ConfidenceBars({ container, nowMs }: ConfidenceBarsProps) {
  return confidencePictures(container).map((picture) => (
    <section key={picture.about} className={classes.place} aria-label={`History behind the ${picture.about}`}>
      <div className={classes.bars}>
        {picture.ingredients.map(({ label, words, share, counts }) => (
          <div key={label} className={classes.row} data-counts={counts}>
            <span className={classes.label}>{label}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ width: percent(share) }} />
              {picture.steps.map(({ factor, at }) => (
                <span key={factor} className={classes.mark} style={{ left: percent(at) }} />
              ))}
            </span>
            <span>
              {words}
              {counts && <span className={classes.soft}>, which counts</span>}
            </span>
          </div>
        ))}
      </div>
      <Steps picture={picture} isSilent={container.isSilent ?? false} nowMs={nowMs} />
    </section>
  ));
}

interface StepsProps {
  picture: ConfidencePicture;
  isSilent: boolean;
  nowMs: number;
}

function Steps({ picture, isSilent, nowMs }: StepsProps) {
  const { about, factor, steps } = picture;
  const isAhead = steps.some(({ atMs }) => atMs !== undefined);
  return (
    <p className={classes.steps}>
      <span>
        With this much history, the {about} {about.endsWith('s') ? 'are' : 'is'} <strong>{factor}</strong>{' '}
        what usage asks for.
      </span>
      {steps.map((step) => (
        <span key={step.factor} className={shared.unbroken}>
          <strong>{step.factor}</strong>{' '}
          {step.atMs === undefined ? (
            'reached'
          ) : isSilent ? (
            'not yet'
          ) : (
            <TimeAgo atMs={step.atMs} nowMs={nowMs} mayBeAhead />
          )}
        </span>
      ))}
      {isAhead && (
        <span className={classes.soft}>
          {isSilent ? 'None of these gets closer until samples come again.' : 'if samples keep coming'}
        </span>
      )}
    </p>
  );
}

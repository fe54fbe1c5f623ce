'use client';

import { useClusterTime, useStops } from '../api/queries';
import { progressWords, scopeKey } from './scope-words';
import classes from './stop-banner.module.css';
import { StopLine } from './stop-line';

/** While a stop is in force: what is stopped, by whom, how far the cluster has followed, and Resume. */
export function StopBanner() {
  const view = useStops();
  const nowMs = useClusterTime();
  const words = view ? progressWords(view.progress) : '';
  if (!view || (view.stops.length === 0 && view.progress.restoring === 0)) return null;
  const { affected, done } = view.progress;
  return (
    <section className={classes.banner} aria-label="Stopped" data-restoring={view.stops.length === 0}>
      <div className={classes.inner}>
        {view.stops.map((stop) => (
          <StopLine key={scopeKey(stop.scope)} stop={stop} nowMs={nowMs} />
        ))}
        {words && (
          <div className={classes.progress}>
            {done < affected && (
              <progress
                className={classes.bar}
                max={affected}
                value={done}
                aria-label="VPAs set to mode Off"
              />
            )}
            <span>{words}</span>
          </div>
        )}
      </div>
    </section>
  );
}

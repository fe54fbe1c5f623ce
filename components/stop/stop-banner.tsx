'use client';

import { useDisclosure } from '@mantine/hooks';
import type { StopView } from '@/server/contract/operations';
import { scopeWords } from '@/server/words/stops';
import { whoWords } from '@/server/words/who';
import { GuardedButton } from '../access/guarded-button';
import { useClusterTime, useStops } from '../api/queries';
import { IconHandStop } from '../icons';
import { TimeAgo } from '../live/time-ago';
import { onDemand } from '../on-demand/on-demand';
import { progressWords, scopeKey } from './scope-words';
import classes from './stop-banner.module.css';
import { useStopControls } from './stop-controls';

const RevertDialog = onDemand(() => import('./revert-dialog'));

interface StopLineProps {
  stop: StopView;
  nowMs: number;
}

function StopLine({ stop, nowMs }: StopLineProps) {
  const controls = useStopControls();
  const [reverting, revert] = useDisclosure(false);
  return (
    <div className={classes.line}>
      <IconHandStop size={18} stroke={1.8} className={classes.icon} aria-hidden="true" />
      <span className={classes.said}>
        <strong>Stopped: {scopeWords(stop.scope)}.</strong> By {whoWords(stop.who)},{' '}
        <TimeAgo atMs={stop.atMs} nowMs={nowMs} />
        {stop.reason ? `: ${stop.reason}` : '.'}
        {!stop.inCluster && ' In force in this process; the cluster does not have it yet.'}
      </span>
      <span className={classes.acts}>
        <GuardedButton
          deed={{ to: 'resume', ...stop.scope }}
          size="compact-sm"
          variant="default"
          onClick={() => controls.resume(stop.scope)}
        >
          Resume
        </GuardedButton>
        <GuardedButton
          deed={{ to: 'revert', ...stop.scope }}
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={revert.open}
        >
          Revert resized pods
        </GuardedButton>
      </span>
      {reverting && <RevertDialog scope={stop.scope} onClose={revert.close} />}
    </div>
  );
}

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

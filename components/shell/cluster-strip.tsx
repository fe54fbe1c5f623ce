'use client';

import type { StatusAnswer } from '@/server/contract/status';
import { useStatus } from '../api/queries';
import { Tooltip } from '../layout/tooltip';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { ClusterCrumb } from './cluster-crumb';
import classes from './cluster-strip.module.css';
import {
  connectionWords,
  paceWords,
  pastLoadDetails,
  pastLoadWords,
  recommenderPassWords,
  rightsAskedWords,
  speedWords,
} from './cluster-words';
import { FreshnessLight } from './freshness-light';
import { StripClock } from './strip-clock';

/** One line about the cluster: its name, its clock, the last pass, and how current the data is. */
export function ClusterStrip() {
  const query = useStatus();
  const { data: status, nowMs = 0 } = query;
  return (
    <div className={classes.strip}>
      <ClusterCrumb through={status?.through} there={status?.version} />
      {status && (
        <>
          <ClusterItem status={status} />
          <StripClock nowMs={nowMs} speed={speedWords(status)} pace={paceWords(status)} />
          {status.rightsAsked && (
            <span className={classes.item} role="status">
              <span className={classes.soft}>{rightsAskedWords(status.rightsAsked)}</span>
            </span>
          )}
          {status.pastLoad && (
            <Tooltip label={pastLoadDetails(status.pastLoad)}>
              <span className={classes.item}>
                <span className={classes.soft}>{pastLoadWords(status.pastLoad)}</span>
              </span>
            </Tooltip>
          )}
          {status.lastPass && (
            <Tooltip label={recommenderPassWords(status.lastPass)}>
              <span className={`${classes.item} ${classes.wide}`}>
                <span className={classes.soft}>last pass </span>
                <TimeAgo atMs={status.lastPass.atMs} nowMs={nowMs} />
              </span>
            </Tooltip>
          )}
        </>
      )}
      <FreshnessLight
        dataUpdatedAt={query.dataUpdatedAt}
        failure={query.failure?.kind}
        overdue={status?.overdue}
      />
    </div>
  );
}

function ClusterItem({ status }: { status: StatusAnswer }) {
  const { cluster, lastPass } = status;
  const lost = cluster.kind === 'connecting' && lastPass !== undefined;
  const hint = cluster.kind === 'connected' ? cluster.server : lost ? cluster.message : undefined;
  return (
    <Tooltip label={hint} disabled={!hint}>
      <span className={`${classes.item} ${classes.cluster}`} data-lost={lost || undefined}>
        {cluster.kind === 'connected' && cluster.sandbox ? (
          <Link href="/settings/scenarios" className={classes.link}>
            {connectionWords(cluster)}
          </Link>
        ) : (
          <strong>{lost ? 'Connection lost, trying again' : connectionWords(cluster)}</strong>
        )}
        {cluster.kind === 'connected' && <span className={classes.soft}> {cluster.version}</span>}
      </span>
    </Tooltip>
  );
}

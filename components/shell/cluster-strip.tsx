'use client';

import { Flex, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { StatusAnswer } from '@/server/contract/status';
import { formatDuration } from '@/server/words/times';
import { type Freshness, freshnessOf, type QueryTimes } from '../api/freshness';
import { useStatus } from '../api/queries';
import type { RequestFailure } from '../api/request';
import shared from '../layout/shared.module.css';
import { Tooltip } from '../layout/tooltip';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { useClusterShown } from '../navigation/use-way';
import { BothTimes } from '../times/both-times';
import { localShortTime, localZoneName } from '../times/times';
import { chooseZone, localZone, useZone } from '../times/viewer-zone';
import { otherZone, otherZoneWords } from '../times/zone-words';
import classes from './cluster-strip.module.css';
import {
  connectionWords,
  otherVersionWords,
  paceWords,
  pastLoadDetails,
  pastLoadWords,
  recommenderPassWords,
  rightsAskedWords,
  roleWords,
  speedWords,
} from './cluster-words';

interface StripClockProps {
  /** The cluster's time. */
  nowMs: number;
  /** How fast its clock runs, if not as others do. */
  speed: string | undefined;
  pace: string | undefined;
}

/** The cluster's time by the viewer's clock; pressing it changes between local times and UTC on all pages. */
function StripClock({ nowMs, speed, pace }: StripClockProps) {
  const { choice } = useZone();
  const hasChoice = localZone() !== 'UTC';
  const shown = (
    <>
      <span className={classes.clock}>{localShortTime(nowMs)}</span>
      <span className={classes.soft}> {[localZoneName(nowMs), speed].filter(Boolean).join(', ')}</span>
    </>
  );
  const label = (
    <>
      <BothTimes atMs={nowMs} />
      {pace && <div>{pace}</div>}
      {hasChoice && <div>Press to {otherZoneWords(choice)}</div>}
    </>
  );
  return (
    <Tooltip label={label}>
      {hasChoice ? (
        <UnstyledButton
          className={`${classes.item} ${classes.press}`}
          onClick={() => chooseZone(otherZone(choice))}
        >
          {shown}
        </UnstyledButton>
      ) : (
        <span className={classes.item}>{shown}</span>
      )}
    </Tooltip>
  );
}

interface ClusterCrumbProps {
  through: StatusAnswer['through'];
  /** The version of Plumbline in the cluster. */
  there: string | undefined;
}

/** In which cluster of a hub a page is, and the way back to all; nothing on a page of the process itself. */
function ClusterCrumb({ through, there = '' }: ClusterCrumbProps) {
  const cluster = useClusterShown();
  if (cluster === undefined) return null;
  const labels = Object.entries(through?.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  const version = through && otherVersionWords(there, through.version);
  return (
    <Flex
      aria-label="Cluster"
      className={shared.unbroken}
      component="nav"
      wrap="wrap"
      align="baseline"
      gap="0 6px"
      c="dimmed"
    >
      <Link href="/clusters" className={classes.all}>
        Clusters
      </Link>
      <span aria-hidden="true">/</span>
      <strong className={`${shared.ink} ${shared.strong}`}>{cluster}</strong>
      {labels.length > 0 && (
        <Text span inherit ml={4}>
          {labels.join(', ')}
        </Text>
      )}
      {version && (
        <Text span inherit ml={8} c="var(--warning)">
          {version}
        </Text>
      )}
    </Flex>
  );
}

function serverWords(failure: RequestFailure['kind'] | undefined): string {
  return failure === 'refused' ? 'the server answers with an error' : 'the server does not answer';
}

function words(freshness: Freshness): string {
  switch (freshness.kind) {
    case 'loading':
      return 'Loading';
    case 'live':
      return 'Live';
    case 'overdue':
      return `Passes of ${freshness.roles.map(roleWords).join(', ')} are overdue`;
    case 'stale':
      return `Data is ${formatDuration(freshness.ageMs)} old, ${serverWords(freshness.failure)}; retrying`;
    case 'never':
      return freshness.failure === 'refused'
        ? 'The server is not ready'
        : 'The server does not answer; retrying';
  }
}

/** Whether the page is live and, if the server is unreachable, how old its data is. */
function FreshnessLight(query: QueryTimes) {
  // At first as of the answer: what the server drew does not depend on whose clock is right.
  const [nowMs = query.dataUpdatedAt, setNowMs] = useState<number>();
  useInterval(() => setNowMs(Date.now()), 1000, { autoInvoke: true });
  const freshness = freshnessOf(query, nowMs);
  return (
    <span className={classes.light} data-kind={freshness.kind}>
      <span className={classes.dot} aria-hidden="true" />
      <span aria-hidden={freshness.kind === 'stale'}>{words(freshness)}</span>
      <VisuallyHidden role="status">
        {freshness.kind === 'stale' && 'The server does not answer; the data is getting old'}
      </VisuallyHidden>
    </span>
  );
}

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
          <Link href="/settings/scenarios" className={shared.link}>
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

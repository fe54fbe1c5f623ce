'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import shared from '../layout/shared.module.css';
import { FactTable } from '../lists/fact-table';
import classes from '../lists/fact-table.module.css';
import { TimeAgo } from '../live/time-ago';
import barClasses from './pod-bar.module.css';

interface PodTableProps {
  workload: Pick<WorkloadDetail, 'pods' | 'podList'>;
  nowMs: number;
}

const FIRST = 12;

/** The pods, the first dozen until all are shown. */
export function PodTable({ workload: { pods: running, podList: pods }, nowMs }: PodTableProps) {
  const [all, setAll] = useState(false);
  const count = Math.max(running, pods.length);
  const isOfGroup = pods.some(({ owner }) => owner !== undefined);
  if (pods.length === 0) return <p className={shared.soft}>No pod runs now.</p>;
  return (
    <>
      <FactTable
        label="Pods of the workload"
        headings={[
          'Pod',
          ...(isOfGroup ? ['Owner'] : []),
          'Phase',
          'CPU used of request',
          'Memory used of request',
          'Last OOM',
          'Node',
          'Created',
          { number: 'Restarts' },
        ]}
      >
        {(all ? pods : pods.slice(0, FIRST)).map((pod) => (
          <tr key={pod.name}>
            <th scope="row" className={classes.name}>
              {pod.name}
            </th>
            {isOfGroup && <td>{pod.owner ? `${pod.owner.kind} ${pod.owner.name}` : 'none'}</td>}
            <td>{pod.phase}</td>
            <td>
              <Used resource="cpu" {...pod.cpu} />
            </td>
            <td>
              <Used resource="memory" {...pod.memory} />
            </td>
            <td className={pod.lastOomMs === undefined ? undefined : classes.bad}>
              {pod.lastOomMs === undefined ? 'none' : <TimeAgo atMs={pod.lastOomMs} nowMs={nowMs} />}
            </td>
            <td>{pod.node ?? 'not scheduled'}</td>
            <td>{pod.createdMs === undefined ? '–' : <TimeAgo atMs={pod.createdMs} nowMs={nowMs} />}</td>
            <td className={classes.number}>{pod.restarts}</td>
          </tr>
        ))}
      </FactTable>
      {!all && pods.length > FIRST && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(true)}>
          {pods.length < count ? `Show the first ${pods.length} of ${count} pods` : `Show all ${count} pods`}
        </Button>
      )}
    </>
  );
}

interface UsedProps {
  resource: Resource;
  request?: number;
  limit?: number;
  usage?: number;
}

/** `413 MiB of 256 MiB (161 %), limit 512 MiB`. */
function Used({ resource, request, limit, usage }: UsedProps) {
  const used = usage === undefined ? 'not measured' : formatAmount(resource, usage);
  const limited = limit === undefined ? '' : `, limit ${formatAmount(resource, limit)}`;
  if (!request) return <>{`${used}, no request${limited}`}</>;
  const share = usage === undefined ? undefined : usage / request;
  return (
    <>
      {share !== undefined && (
        <span className={barClasses.track} aria-hidden="true">
          <span
            className={barClasses.bar}
            data-over={share > 1 || undefined}
            style={{ width: `${Math.min(100, share * 100).toFixed(1)}%` }}
          />
        </span>
      )}
      {used} of {formatAmount(resource, request)}
      {share !== undefined && (
        <span className={share > 1 ? classes.bad : undefined}> ({formatShare(share)})</span>
      )}
      {limited}
    </>
  );
}

'use client';

import Link from 'next/link';
import { memo } from 'react';
import type { ContainerView, WorkloadSummary } from '@/server/recommender/views';
import { countOf } from '@/server/words/counts';
import { workloadHref } from '../navigation/pages';
import { ConfidenceCell } from './confidence-cell';
import { containerRemark } from './container-remark';
import { reasonInWords } from './filter';
import { ModeBadge } from './mode-badge';
import { ResourceCell } from './resource-cell';
import { StateCell } from './state-cell';
import classes from './workload-table.module.css';

/** One workload: a group of rows, one for each container, the workload's own cells spanning them. */
export const WorkloadRows = memo(function WorkloadRows({ workload }: { workload: WorkloadSummary }) {
  const [first, ...rest] = workload.containers;
  const reason = reasonInWords(workload);
  const rowSpan = Math.max(1, workload.containers.length);
  return (
    <tbody className={classes.group}>
      <tr>
        <th scope="rowgroup" rowSpan={rowSpan} className={classes.workload}>
          <Link href={workloadHref(workload.namespace, workload.name)} className={classes.link}>
            {workload.name}
          </Link>
          <span className={classes.under}>
            <span className={classes.narrowOnly}>{workload.namespace} · </span>
            {workload.target.kind}
            {workload.target.name === workload.name ? '' : ` ${workload.target.name}`}
            <span className={classes.separator}> · </span>
            <span className={classes.pods}>
              <span className={classes.narrowOnly}>{workload.updateMode} · </span>
              {countOf(workload.pods, 'pod')}
            </span>
          </span>
        </th>
        <td rowSpan={rowSpan} className={classes.namespace}>
          {workload.namespace}
        </td>
        <td rowSpan={rowSpan} className={classes.mode}>
          <ModeBadge mode={workload.updateMode} />
        </td>
        <ContainerCells container={first} reason={reason} />
        <td rowSpan={rowSpan} className={classes.confidence}>
          <ConfidenceCell workload={workload} />
        </td>
        <td rowSpan={rowSpan} className={classes.state}>
          <StateCell workload={workload} />
        </td>
      </tr>
      {rest.map((container) => (
        <tr key={container.name}>
          <ContainerCells container={container} reason={reason} />
        </tr>
      ))}
    </tbody>
  );
});

interface ContainerCellsProps {
  container: ContainerView | undefined;
  /** Why the workload has no recommendation. */
  reason?: string;
}

function ContainerCells({ container, reason }: ContainerCellsProps) {
  if (!container) {
    return (
      <td colSpan={3} className={classes.reason}>
        {reason ?? 'No container has been seen yet.'}
      </td>
    );
  }
  const remark = containerRemark(container, reason);
  return (
    <>
      <td className={classes.container}>{container.name}</td>
      {remark ? (
        <td colSpan={2} className={classes.reason}>
          {remark}
        </td>
      ) : (
        <>
          <td className={classes.cpu}>
            <ResourceCell resource="cpu" view={container.cpu} />
          </td>
          <td className={classes.memory}>
            <ResourceCell resource="memory" view={container.memory} />
          </td>
        </>
      )}
    </>
  );
}

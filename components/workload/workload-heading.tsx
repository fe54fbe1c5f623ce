import { Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { WorkloadAnswer } from '@/server/process/pages/views';
import { countOf } from '@/server/words/counts';
import { TimeAgo } from '../live/time-ago';
import { modeEffect, modeWords } from '../workloads/mode-words';
import classes from './workload-heading.module.css';

interface WorkloadHeadingProps {
  workload: WorkloadAnswer;
  nowMs: number;
  actions?: ReactNode;
}

export function WorkloadHeading({ workload, nowMs, actions }: WorkloadHeadingProps) {
  const { namespace, name, target } = workload;
  return (
    <div className={classes.heading}>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Link href="/">Workloads</Link>
        <span aria-hidden="true">/</span>
        <Link href={`/?namespace=${encodeURIComponent(namespace)}`}>{namespace}</Link>
      </nav>
      <div className={classes.line}>
        <Title order={1}>{name}</Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <p className={classes.facts}>
        <span>
          {target.kind} {target.name}
        </span>
        <span>{countOf(workload.pods, 'pod')}</span>
        <span>
          Mode <strong>{modeWords(workload)}</strong>: {modeEffect(workload)}
        </span>
        {workload.besideHpas !== undefined && <span>{workload.besideHpas}</span>}
        {workload.createdMs !== undefined && (
          <span>
            VPA created <TimeAgo atMs={workload.createdMs} nowMs={nowMs} />
          </span>
        )}
      </p>
    </div>
  );
}

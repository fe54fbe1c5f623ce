import type { ReactNode } from 'react';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { GrafanaLink } from '../grafana/grafana-link';
import { ObjectHeading } from '../layout/object-heading';
import { TimeAgo } from '../live/time-ago';
import { namespaceHref } from '../navigation/pages';
import { RuleLink } from '../rules/rule-link';
import { modeEffect, modeWords } from '../workloads/mode-words';

interface WorkloadHeadingProps {
  workload: WorkloadAnswer;
  nowMs: number;
  /** The container in sight. */
  container: string | undefined;
  actions?: ReactNode;
}

export function WorkloadHeading({ workload, nowMs, container, actions }: WorkloadHeadingProps) {
  const { namespace, name, target, podSelector } = workload;
  return (
    <ObjectHeading
      crumbs={[
        { href: '/workloads', label: 'Workloads' },
        { href: namespaceHref(namespace), label: namespace },
      ]}
      title={name}
      actions={actions}
    >
      <span>
        {target.kind} {target.name}
        {podSelector !== undefined && `: ${podSelector === '' ? 'every pod of the namespace' : podSelector}`}
      </span>
      <span>{countOf(workload.pods, 'pod')}</span>
      <span>
        Mode <strong>{modeWords(workload)}</strong>: {modeEffect(workload)}
      </span>
      {workload.besideHpas !== undefined && <span>{workload.besideHpas}</span>}
      <GrafanaLink names={{ namespace, workload: target.name, kind: target.kind, vpa: name, container }} />
      {workload.keptBy !== undefined && (
        <span>
          VPA kept by the policy <RuleLink name={workload.keptBy} />
        </span>
      )}
      {workload.createdMs !== undefined && (
        <span>
          VPA created <TimeAgo atMs={workload.createdMs} nowMs={nowMs} />
        </span>
      )}
    </ObjectHeading>
  );
}

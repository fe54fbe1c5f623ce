import type { WorkloadDetail } from '@/server/contract/recommendations';
import { Card } from '../layout/card';
import { ConditionList, WrittenLine } from './condition-list';
import { PodTable } from './pod-table';
import { PolicyYaml } from './policy-yaml';
import { RecentActions } from './recent-actions';
import { RecentEvents } from './recent-events';
import classes from './workload-facts.module.css';

interface WorkloadFactsProps {
  workload: WorkloadDetail;
  nowMs: number;
}

/** The pods of a workload, and what happened to them. */
export function PodsAndEvents({ workload, nowMs }: WorkloadFactsProps) {
  return (
    <div className={classes.facts}>
      <div className={classes.wide}>
        <Card title="Pods">
          <PodTable workload={workload} nowMs={nowMs} />
        </Card>
      </div>
      <RecentActions namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
      <RecentEvents namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
    </div>
  );
}

/** The policy of a VPA, and what its status says. */
export function PolicyAndConditions({ workload, nowMs }: WorkloadFactsProps) {
  return (
    <div className={classes.facts}>
      <Card title="Policy">
        <PolicyYaml policy={workload.policy} />
      </Card>
      <Card title="Conditions">
        <ConditionList conditions={workload.conditions} nowMs={nowMs} />
        {workload.state.kind === 'recommended' && <WrittenLine written={workload.written} nowMs={nowMs} />}
      </Card>
    </div>
  );
}

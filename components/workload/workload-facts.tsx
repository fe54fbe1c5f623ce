import type { WorkloadDetail } from '@/server/contract/recommendations';
import { Card } from '../layout/card';
import { ConditionList, WrittenLine } from './condition-list';
import { PodTable } from './pod-table';
import { PolicyHistory } from './policy-history';
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
        <Card title="Pods" at="pods">
          <PodTable workload={workload} nowMs={nowMs} />
        </Card>
      </div>
      <RecentActions namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
      <RecentEvents namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
    </div>
  );
}

/** The policy of a VPA, who changed it, and what its status says. */
export function PolicyAndConditions({ workload, nowMs }: WorkloadFactsProps) {
  return (
    <div className={classes.facts}>
      <Card title="Policy" at="policy">
        <PolicyYaml policy={workload.policy} />
      </Card>
      <div className={classes.stack}>
        <PolicyHistory namespace={workload.namespace} name={workload.name} nowMs={nowMs} />
        <Card title="Conditions" at="conditions">
          <ConditionList conditions={workload.conditions} nowMs={nowMs} />
          {workload.state.kind === 'recommended' && <WrittenLine written={workload.written} nowMs={nowMs} />}
        </Card>
      </div>
    </div>
  );
}

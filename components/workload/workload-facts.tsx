import { Code } from '@mantine/core';
import type { PolicyView as Policy, WorkloadDetail } from '@/server/contract/recommendations';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { ConditionList, WrittenLine } from './condition-list';
import { PodTable } from './pod-table';
import { PolicyHistory } from './policy-history';
import { policyText } from './policy-text';
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

/** The policy in the object. */
function PolicyYaml({ policy }: { policy: Policy }) {
  const { updatePolicy, startupBoost, resourcePolicy, recommender, controlledSignals, scope } = policy;
  const { named, annotation } = recommender;
  const text = policyText({
    annotations: {
      'plumbline.dev/recommender': annotation,
      'plumbline.dev/controlled-signals': controlledSignals,
      'plumbline.dev/scope': scope,
    },
    recommenders: named === undefined ? [] : [{ name: named }],
    updatePolicy,
    startupBoost,
    resourcePolicy,
  });
  if (!text)
    return <p className={shared.hint}>No policy: every container gets a recommendation without bounds.</p>;
  return (
    <Code block tabIndex={0} aria-label="Policy as YAML">
      {text}
    </Code>
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

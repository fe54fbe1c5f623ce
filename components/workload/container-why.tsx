import type { ContainerDetail } from '@/server/contract/recommendations';
import { EvidencePanel } from '../evidence/evidence-panel';
import { LeakLives } from '../evidence/leak-lives';
import { ConfidenceBars } from './confidence/confidence-bars';
import { ConfidencePast } from './confidence/confidence-past';
import classes from './container-why.module.css';
import { ResourceWhy } from './resource-why';

interface ContainerWhyProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  /** The group of nodes that it is shown for; absent for all nodes. */
  group?: string | undefined;
  /** Whether its VPA keeps evidence of other recommenders. */
  hasPast?: boolean;
  nowMs: number;
}

/** What the numbers of a container rest on: confidence, then CPU beside memory. */
export function ContainerWhy({
  namespace,
  workload,
  container,
  group,
  hasPast = true,
  nowMs,
}: ContainerWhyProps) {
  if (container.off) return null;
  return (
    <>
      <ConfidenceBars container={container} nowMs={nowMs} />
      {hasPast && group === undefined && (
        <ConfidencePast namespace={namespace} workload={workload} container={container.name} />
      )}
      <LeakLives container={container} nowMs={nowMs} />
      <div className={classes.resources}>
        <ResourceWhy resource="cpu" title="CPU" workload={workload} container={container} />
        <ResourceWhy resource="memory" title="Memory" workload={workload} container={container} />
      </div>
      {hasPast && (
        <EvidencePanel namespace={namespace} workload={workload} container={container.name} group={group} />
      )}
    </>
  );
}

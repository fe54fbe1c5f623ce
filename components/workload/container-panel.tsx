import type { ContainerDetail } from '@/server/contract/recommendations';
import { EvidencePanel } from '../evidence/evidence-panel';
import { LeakLives } from '../evidence/leak-lives';
import { PastPanel } from '../past/past-panel';
import { ConfidenceBars } from './confidence-bars';
import classes from './container-panel.module.css';
import { LearnedLine } from './learned-line';
import { ResourcePanel } from './resource-panel';

interface ContainerPanelProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  /** The group of nodes that it is shown for; absent for all nodes. */
  group?: string | undefined;
  /** Whether the requests are those of new pods. */
  isOfNewPods: boolean;
  /** Whether something is kept of it by its VPA: evidence of other recommenders, and a past. */
  hasPast?: boolean;
  nowMs: number;
}

/** Everything about one container: the basis of its numbers, then CPU beside memory. */
export function ContainerPanel({
  namespace,
  container,
  group,
  hasPast = true,
  nowMs,
  ...others
}: ContainerPanelProps) {
  if (container.off) {
    return <p className={classes.off}>This container is not changed: its policy mode is Off.</p>;
  }
  const { samples, cpu, memory } = container;
  const isUnknown = samples === 0 && cpu.target === undefined && memory.target === undefined;
  return (
    <>
      <LearnedLine container={container} nowMs={nowMs} />
      <ConfidenceBars container={container} nowMs={nowMs} />
      <LeakLives container={container} nowMs={nowMs} />
      <div className={classes.resources} data-unknown={isUnknown}>
        <ResourcePanel resource="cpu" title="CPU" container={container} {...others} />
        <ResourcePanel resource="memory" title="Memory" container={container} {...others} />
      </div>
      {hasPast && (
        <>
          <EvidencePanel
            namespace={namespace}
            workload={others.workload}
            container={container.name}
            group={group}
          />
          {!isUnknown && (
            <PastPanel namespace={namespace} workload={others.workload} container={container.name} />
          )}
        </>
      )}
    </>
  );
}

import type { ContainerDetail } from '@/server/recommender/views';
import { ConfidenceCard } from './confidence-card';
import classes from './container-panel.module.css';
import { ResourcePanel } from './resource-panel';

interface ContainerPanelProps {
  container: ContainerDetail;
  nowMs: number;
}

/** Everything about one container: CPU beside memory, and the confidence both rest on. */
export function ContainerPanel({ container, nowMs }: ContainerPanelProps) {
  if (container.off) {
    return <p className={classes.off}>This container is left alone: its policy mode is Off.</p>;
  }
  return (
    <>
      <div className={classes.resources}>
        <ResourcePanel resource="cpu" title="CPU" container={container} />
        <ResourcePanel resource="memory" title="Memory" container={container} />
      </div>
      <ConfidenceCard container={container} nowMs={nowMs} />
    </>
  );
}

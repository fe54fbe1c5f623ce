import type { ContainerDetail } from '@/server/recommender/views';
import { usePast } from '../api/queries';
import { MarkList } from '../past/mark-list';
import { PastBar } from '../past/past-bar';
import { usePastRange } from '../past/use-past-range';
import classes from './container-panel.module.css';
import { LearnedLine } from './learned-line';
import { ResourcePanel } from './resource-panel';

interface ContainerPanelProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  /** Whether no pod lives, so that the template speaks for them. */
  isFromTemplate: boolean;
  nowMs: number;
}

/** Everything about one container: what its numbers rest on, then CPU beside memory. */
export function ContainerPanel({ namespace, container, nowMs, ...others }: ContainerPanelProps) {
  const range = usePastRange();
  const { data: past } = usePast(namespace, others.workload, { ...range.asked, container: container.name });
  if (container.off) {
    return <p className={classes.off}>This container is left alone: its policy mode is Off.</p>;
  }
  return (
    <>
      <LearnedLine container={container} nowMs={nowMs} />
      <div className={classes.past}>
        <PastBar range={range} shown={past} />
        <MarkList namespace={namespace} vpa={others.workload} marks={past?.marks ?? []} />
      </div>
      <div className={classes.resources}>
        <ResourcePanel resource="cpu" title="CPU" {...{ container, past }} onZoom={range.zoom} {...others} />
        <ResourcePanel
          resource="memory"
          title="Memory"
          {...{ container, past }}
          onZoom={range.zoom}
          {...others}
        />
      </div>
    </>
  );
}

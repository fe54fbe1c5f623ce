import type { ContainerDetail } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { meanRequest } from '@/server/contract/verdict';
import { formatDuration } from '@/server/words/times';
import { BulletChart } from '../charts/bullet-chart';
import { HistogramChart } from '../charts/histogram-chart';
import { Segments } from '../choices/segments';
import { Card } from '../layout/card';
import { ResourceHeadline } from './resource-headline';
import classes from './resource-panel.module.css';
import { SCALES, useScale } from './use-scale';
import { WhyCard } from './why-card';

interface ResourcePanelProps {
  resource: Resource;
  title: string;
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
}

/** One resource of a container from result to evidence: the numbers, the usage, the estimate; the last two once there are any. */
export function ResourcePanel({ resource, title, workload, container, isOfNewPods }: ResourcePanelProps) {
  const [scale, setScale] = useScale();
  const view = container[resource];
  const histogram = container.histograms.find((one) => one.resource === resource);
  const isUnknown = container.samples === 0 && view.target === undefined;
  const traces = container.traces.filter((trace) => trace.resource === resource);
  const headline = (
    <ResourceHeadline
      resource={resource}
      title={title}
      view={view}
      confidence={container.confidence}
      isOfNewPods={isOfNewPods}
    >
      <BulletChart
        resource={resource}
        view={view}
        histogram={histogram}
        subject={`${title} of ${workload}, container ${container.name}`}
      />
    </ResourceHeadline>
  );
  if (isUnknown) return headline;
  return (
    <>
      {headline}
      <Card
        title={`${title} usage, as learned`}
        aside={
          histogram && (
            <span className={classes.aside}>
              half-life {formatDuration(histogram.halfLifeMs)}
              <Segments
                size="xs"
                label={`Axis of ${title} usage`}
                options={SCALES}
                value={scale}
                onChange={(value) => void setScale(value)}
              />
            </span>
          )
        }
      >
        {histogram && histogram.buckets.length > 0 ? (
          <HistogramChart
            histogram={histogram}
            request={meanRequest(view)}
            scale={scale}
            subject={`${title} use of ${workload}, container ${container.name}`}
          />
        ) : (
          <p className={classes.nothing}>There is no usage yet.</p>
        )}
      </Card>
      <WhyCard resource={resource} traces={traces} />
    </>
  );
}

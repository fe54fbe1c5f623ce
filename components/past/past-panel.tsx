import type { ContainerDetail } from '@/server/contract/recommendations';
import { usePast } from '../api/queries';
import { LazyBoundsChart } from '../charts/time-chart';
import { Card } from '../layout/card';
import { ConfidencePast } from '../workload/confidence/confidence-past';
import { ContainerNow } from '../workload/container-now';
import { cutToData } from './cut-to-data';
import { MarkList } from './mark-list';
import { PastBar } from './past-bar';
import classes from './past-panel.module.css';
import { useHiddenSeries } from './use-hidden-series';
import { usePastRange } from './use-past-range';

interface PastPanelProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
  nowMs: number;
}

/** A container now, and beside it recommendations, requests, usage and confidence over any time range of the past. */
export function PastPanel({ namespace, workload, container, ...now }: PastPanelProps) {
  const range = usePastRange();
  const { data: answered, failure } = usePast(namespace, workload, {
    ...range.asked,
    container: container.name,
  });
  const past = answered && (range.span ? answered : cutToData(answered));
  const { hidden, toggle } = useHiddenSeries();
  return (
    <section aria-label="Now and in the past">
      <ContainerNow
        {...now}
        workload={workload}
        container={container}
        head={<PastBar range={range} shown={past} isCut={past !== answered} />}
        beside={(resource, title) => (
          <Card isPart title={`${title} use and bounds over time`} at={`${resource}-over-time`}>
            {past ? (
              <LazyBoundsChart
                resource={resource}
                past={past}
                subject={`${title} use of ${workload}, container ${container.name}`}
                onZoom={range.zoom}
                hidden={hidden}
                onToggle={toggle}
              />
            ) : (
              <p className={classes.waiting}>
                {failure ? 'The past cannot be read now. Plumbline tries again.' : 'Reading the past …'}
              </p>
            )}
          </Card>
        )}
      >
        <ConfidencePast namespace={namespace} workload={workload} container={container.name} />
      </ContainerNow>
      <MarkList namespace={namespace} vpa={workload} marks={past?.marks ?? []} />
    </section>
  );
}

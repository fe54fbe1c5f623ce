import type { Resource } from '@/server/contract/resources';
import { usePast } from '../api/queries';
import { LazyBoundsChart } from '../charts/time-chart';
import { Card } from '../layout/card';
import { useShownResources } from '../workload/use-shown-resources';
import { cutToData } from './cut-to-data';
import { MarkList } from './mark-list';
import { PastBar } from './past-bar';
import classes from './past-panel.module.css';
import { useHiddenSeries } from './use-hidden-series';
import { usePastRange } from './use-past-range';

interface PastPanelProps {
  namespace: string;
  workload: string;
  container: string;
}

const CHARTS: readonly { resource: Resource; title: string }[] = [
  { resource: 'cpu', title: 'CPU' },
  { resource: 'memory', title: 'Memory' },
];

/** The recommendations, requests and usage of a container over any time range of the past. */
export function PastPanel({ namespace, workload, container }: PastPanelProps) {
  const range = usePastRange();
  const { data: answered, failure } = usePast(namespace, workload, { ...range.asked, container });
  const past = answered && (range.span ? answered : cutToData(answered));
  const { hidden, toggle } = useHiddenSeries();
  const { shows } = useShownResources();
  return (
    <section className={classes.panel} aria-label="The past">
      <PastBar range={range} shown={past} isCut={past !== answered} />
      <MarkList namespace={namespace} vpa={workload} marks={past?.marks ?? []} />
      <div className={classes.charts}>
        {CHARTS.filter(({ resource }) => shows(resource)).map(({ resource, title }) => (
          <Card key={resource} title={`${title} use and bounds over time`} at={`${resource}-over-time`}>
            {past ? (
              <LazyBoundsChart
                resource={resource}
                past={past}
                subject={`${title} use of ${workload}, container ${container}`}
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
        ))}
      </div>
    </section>
  );
}

import { Text } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ContainerDetail } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { resourceTitle } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';
import { HistogramChart } from '../charts/histogram-chart';
import { Segments } from '../choices/segments';
import { Card } from '../layout/card';
import classes from './usage-histogram.module.css';

interface UsageHistogramProps {
  resource: Resource;
  workload: string;
  container: ContainerDetail;
}

const SCALES = [
  { value: 'log', label: 'Log' },
  { value: 'linear', label: 'Linear' },
] as const;

/** The axis of the histograms, in the address, so that a link shows the same. */
function useScale() {
  return useQueryState('axis', parseAsStringLiteral(['log', 'linear'] as const).withDefault('log'));
}

/** The usage of one resource as learned, with what it requests, what it may use and what it would get. */
export function UsageHistogram({ resource, workload, container }: UsageHistogramProps) {
  const [scale, setScale] = useScale();
  const view = container[resource];
  const histogram = container.histograms.find((one) => one.resource === resource);
  if (container.samples === 0 && view.target === undefined) return null;
  return (
    <Card
      isPart
      title={`${resourceTitle(resource)} usage, as learned`}
      at={`${resource}-usage`}
      aside={
        histogram && (
          <span className={classes.aside}>
            half-life {formatDuration(histogram.halfLifeMs)}
            <Segments
              size="xs"
              label={`Axis of ${resourceTitle(resource)} usage`}
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
          marks={{ ...view, limitTarget: view.ownLimit?.target }}
          scale={scale}
          subject={`${resourceTitle(resource)} use of ${workload}, container ${container.name}`}
        />
      ) : (
        <Text py={40} c="dimmed" fz={13} ta="center">
          There is no usage yet.
        </Text>
      )}
    </Card>
  );
}

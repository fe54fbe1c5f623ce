'use client';

import { Checkbox, Flex, Skeleton, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ReplayChartView } from '@/server/contract/replays';
import { RESOURCES } from '@/server/contract/resources';
import { resourceTitle } from '@/server/words/amounts';
import { useReplayChart } from '../api/replay-actions';
import { LineKey } from '../charts/line-key';
import { ContainerChoice } from '../containers/container-choice';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { LANE_MARKS } from './lane-marks';
import { firstShown } from './replay-series';
import { VariantMark } from './variant-mark';
import classes from './workload-charts.module.css';

const ReplayChart = dynamic(() => import('./replay-chart'), {
  ssr: false,
  loading: () => <Skeleton height={290} />,
});

interface WorkloadChartsProps {
  /** Its id. */
  replay: string;
  workload: string;
  /** The name of the variant that is proposed. */
  proposed?: string;
}

/** What one workload did in a replay, under the variants one chooses. */
export function WorkloadCharts({ replay, workload, proposed }: WorkloadChartsProps) {
  const { data: chart, failure } = useReplayChart(replay, workload);
  if (!chart)
    return (
      <Text py={32} c="dimmed" fz={13} role="status">
        {failure ? 'There is no chart of this workload any more.' : 'Reading the chart …'}
      </Text>
    );
  return <Charts key={`${replay} ${workload}`} chart={chart} workload={workload} proposed={proposed} />;
}

function Charts({
  chart,
  workload,
  proposed,
}: Omit<WorkloadChartsProps, 'replay'> & { chart: ReplayChartView }) {
  const [shown, setShown] = useState(() => firstShown(chart, proposed));
  const [container, setContainer] = useState(chart.containers[0]?.name ?? '');
  const toggle = (number: number, isOn: boolean) =>
    setShown(isOn ? [...shown, number].sort((a, b) => a - b) : shown.filter((one) => one !== number));
  return (
    <div>
      <Flex wrap="wrap" align="end" justify="space-between" gap="8px 24px" mb={12}>
        {chart.variants.length > 1 && (
          <fieldset className={classes.variants}>
            <legend>Variants shown</legend>
            {chart.variants.map(({ name }, index) => (
              <Checkbox
                key={name}
                size="xs"
                label={
                  <>
                    <VariantMark number={index + 1} /> {name}
                  </>
                }
                checked={shown.includes(index + 1)}
                onChange={(event) => toggle(index + 1, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        )}
        {chart.containers.length > 1 && (
          <ContainerChoice
            names={chart.containers.map(({ name }) => name)}
            chosen={container}
            onChoose={setContainer}
          />
        )}
      </Flex>
      <div className={columns.wide}>
        {RESOURCES.map((resource) => (
          <section key={resource} aria-label={`${resourceTitle(resource)} of ${workload}`}>
            <h4 className={shared.subheading}>{resourceTitle(resource)}</h4>
            <ReplayChart
              chart={chart}
              container={container}
              resource={resource}
              shown={shown}
              title={`${resourceTitle(resource)} of ${workload}, container ${container}, in the replay`}
            />
          </section>
        ))}
      </div>
      <Flex component="p" wrap="wrap" gap="2px 16px" mt={10} c="dimmed" fz={12}>
        <LineKey colour="var(--usage)">Usage: mean, maximum (faint)</LineKey>
        <LineKey colour="var(--ink-soft)">Request</LineKey>
        <LineKey colour="var(--ink-soft)" look="dashed">
          Limit
        </LineKey>
        {Object.values(LANE_MARKS).map(({ sign, colour, many }) => (
          <span key={many}>
            <span style={{ color: colour }} aria-hidden="true">
              {sign}
            </span>{' '}
            {many}
          </span>
        ))}
        {chart.countsFromMs > chart.fromMs && <span>Shaded: used only to teach the recommenders</span>}
      </Flex>
    </div>
  );
}

'use client';

import { Text } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { EstimationTrace } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { resourceName } from '@/server/words/amounts';
import { BOUND_WORDS } from '@/server/words/estimation-steps';
import { percent } from '../charts/percent';
import { Segments } from '../choices/segments';
import { Card } from '../layout/card';
import { LiveValue } from '../live/live-value';
import { waterfallResult, waterfallRows } from './waterfall';
import classes from './why-card.module.css';

interface WhyCardProps {
  resource: Resource;
  /** The traces of one resource. */
  traces: readonly EstimationTrace[];
}

const BOUNDS = [
  { value: 'lowerBound', label: 'Lower' },
  { value: 'target', label: 'Target' },
  { value: 'upperBound', label: 'Upper' },
  { value: 'limit', label: 'Limit' },
] as const satisfies { value: EstimationTrace['bound']; label: string }[];

/** The bound to explain, in the address, so that a link shows the same. */
const BOUND = parseAsStringLiteral(BOUNDS.map(({ value }) => value)).withDefault('target');

/** The steps from a percentile to the recommended value, each with what it changed. */
function Waterfall({ trace }: { trace: EstimationTrace }) {
  return (
    <div className={classes.frame}>
      <ol className={classes.steps}>
        {waterfallRows(trace).map((row) => (
          <li key={row.step} className={classes.step} data-direction={row.direction}>
            <span>{row.label}</span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                style={{ left: percent(row.start), width: `max(2px, ${percent(row.size)})` }}
              />
            </span>
            <span className={classes.change}>
              {row.direction === 'start' ? '' : (row.change ?? 'no change')}
            </span>
            <span className={classes.value}>
              <LiveValue text={row.value} />
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.result}>{waterfallResult(trace)}</p>
    </div>
  );
}

export function WhyCard({ resource, traces }: WhyCardProps) {
  const [bound, setBound] = useQueryState(`${resource}-bound`, BOUND);
  const trace = traces.find((one) => one.bound === bound);
  const options = BOUNDS.filter(
    ({ value }) => value !== 'limit' || traces.some((one) => one.bound === value),
  );
  return (
    <Card
      title={`Why this ${resourceName(resource)} ${BOUND_WORDS[bound]}`}
      at={`why-${resource}`}
      aside={
        <Segments
          size="xs"
          label={`${resource} bound to explain`}
          options={options}
          value={bound}
          onChange={(value) => void setBound(value)}
        />
      }
    >
      {trace ? (
        <Waterfall trace={trace} />
      ) : (
        <Text py={24} c="dimmed" fz={13} ta="center">
          There is no estimate yet.
        </Text>
      )}
    </Card>
  );
}

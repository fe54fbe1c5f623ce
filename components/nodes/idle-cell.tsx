import { Flex } from '@mantine/core';
import type { NodeResourceView } from '@/server/contract/nodes';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import classes from './idle-cell.module.css';
import { NodeBar } from './node-bar';

interface IdleCellProps {
  resource: Resource;
  view: NodeResourceView;
  large?: boolean;
  /** What its pods would request once all recommendations were applied. */
  target?: number | undefined;
}

/** What is idle of one resource of a node, its bar, and the numbers behind it. */
export function IdleCell({ resource, view, large, target }: IdleCellProps) {
  const { allocatable, requested, used, usedByBatch, idleNow, idleNextHour } = view;
  const amount = (value: number) => formatAmount(resource, value);
  return (
    <span className={classes.cell} data-large={large || undefined}>
      <Flex component="span" wrap="wrap" align="baseline" justify="space-between" gap="0 12px">
        {idleNow === undefined ? (
          <span className={shared.small}>idle unknown</span>
        ) : (
          <>
            <span>
              <strong className={classes.idle}>
                <LiveValue text={amount(idleNextHour ?? idleNow)} />
              </strong>{' '}
              <span className={shared.small}>of {amount(allocatable ?? 0)}</span>
            </span>
            <span className={shared.small}>{idleNextHour === undefined ? 'idle now' : 'next hour'}</span>
          </>
        )}
      </Flex>
      <NodeBar
        large={large}
        allocatable={allocatable}
        requested={requested}
        used={used}
        idle={idleNextHour ?? idleNow}
        target={target}
      />
      <span className={`${shared.small} ${classes.under}`}>
        {idleNow !== undefined && idleNextHour !== undefined && <span>{amount(idleNow)} idle now</span>}
        <span>{used === undefined ? 'usage unknown' : `${amount(used)} used`}</span>
        <span>
          {amount(requested)} requested
          {target !== undefined && `, ${amount(target)} once all is applied`}
        </span>
        {usedByBatch > 0 && <span>{amount(usedByBatch)} used by batch</span>}
      </span>
    </span>
  );
}

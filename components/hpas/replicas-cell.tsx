import { Box, Flex, Text } from '@mantine/core';
import type { HpaRow } from '@/server/contract/hpas';
import { percent } from '../charts/percent';
import { IconArrowRight } from '../icons';
import { LiveValue } from '../live/live-value';
import classes from './replicas-cell.module.css';

type Shown = Pick<HpaRow, 'replicas' | 'desired' | 'min' | 'max'>;

/** Replicas now and wanted, on a bar from nothing to the maximum. */
export function ReplicasCell({ replicas, desired, min, max }: Shown) {
  const isMoving = replicas !== undefined && desired !== undefined && desired !== replicas;
  const top = Math.max(max, replicas ?? 0, desired ?? 0, 1);
  const at = (count: number) => percent(count / top);
  return (
    <Box component="span" display="block" miw={130}>
      <Flex component="span" wrap="wrap" align="center" gap="0 5px">
        <strong className={classes.now}>
          <LiveValue text={replicas === undefined ? 'unknown' : String(replicas)} />
        </strong>
        {isMoving && (
          <>
            <IconArrowRight size={13} aria-label="goes to" />
            <strong className={classes.next}>{desired}</strong>
          </>
        )}
        <Text span inherit ml={4} c="dimmed" fz={12}>
          of {min} to {max}
        </Text>
      </Flex>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bounds} style={{ left: at(min), right: `calc(100% - ${at(max)})` }} />
        {replicas !== undefined && <span className={classes.fill} style={{ width: at(replicas) }} />}
        {isMoving && <span className={classes.mark} style={{ left: at(desired) }} />}
      </span>
    </Box>
  );
}

'use client';

import { Button } from '@mantine/core';
import { useStops } from '../api/queries';
import { IconHandStop } from '../icons';
import classes from './stop-button.module.css';
import { useStopControls } from './stop-controls';

/** On every page: opens the dialog that stops every eviction and resize. */
export function StopButton() {
  const controls = useStopControls();
  const isAllStopped = useStops()?.stops.some(({ scope }) => scope.kind === 'all') ?? false;
  return (
    <Button
      className={classes.button}
      variant="default"
      size="sm"
      h={34}
      px={12}
      leftSection={<IconHandStop size={16} stroke={1.8} />}
      onClick={controls.stop}
    >
      {isAllStopped ? 'All stopped' : 'Stop'}
    </Button>
  );
}

'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHandStop } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { useStops } from '../api/queries';
import { workloadAt } from '../navigation/pages';
import classes from './stop-button.module.css';
import { StopDialog } from './stop-dialog';

/** Always at hand: opens the dialog that stops every eviction and resize. */
export function StopButton() {
  const [opened, { open, close }] = useDisclosure(false);
  const atHand = workloadAt(usePathname());
  const isAllStopped = useStops().data?.stops.some(({ scope }) => scope.kind === 'all') ?? false;
  return (
    <>
      <Button
        className={classes.button}
        variant="default"
        size="sm"
        h={34}
        px={12}
        leftSection={<IconHandStop size={16} stroke={1.8} />}
        onClick={open}
      >
        {isAllStopped ? 'All stopped' : 'Stop'}
      </Button>
      <StopDialog atHand={atHand} opened={opened} onClose={close} />
    </>
  );
}

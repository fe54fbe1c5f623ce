'use client';

import { Box, Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useSearch, useStatus } from '../api/queries';
import shared from '../layout/shared.module.css';
import { usePathname } from '../navigation/base-path';
import { useGo } from '../navigation/deferred-navigation';
import classes from './tour.module.css';
import { tourSteps } from './tour-steps';

/** How often it looks for a workload to show. */
const SEEN_EVERY_MS = 30_000;

/**
 * Offers a tour of the pages to people who open the first one for the first time, where the process is set to. Each step
 * is above the page that it explains, and covers nothing of it.
 */
export function Tour() {
  const isOffered = useStatus().data?.offersTour ?? false;
  const [isDone, setDone] = useLocalStorage({
    key: 'plumbline-tour-done',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!isOffered || isDone) return null;
  return <TourCard onDone={() => setDone(true)} />;
}

function TourCard({ onDone }: { onDone: () => void }) {
  const go = useGo();
  const [index, setIndex] = useState(0);
  // It is about workloads: while there is none, there is nothing to show.
  const workload = useSearch('', { limit: 1, everyMs: SEEN_EVERY_MS }).data?.found[0];
  const steps = workload ? tourSteps(workload) : [];
  const step = steps[index];
  const isHere = usePathname() === step?.href;
  if (!step || !isHere) return null;
  const isLast = index >= steps.length - 1;
  const to = (next: number) => {
    const { href } = steps[next] ?? step;
    if (href !== step.href) go(href);
    setIndex(next);
  };
  return (
    <section className={classes.card} aria-label="Tour of Plumbline" aria-live="polite">
      <Box flex="1 1 320px">
        <p className={shared.small}>
          Step {index + 1} of {steps.length}
        </p>
        <Text component="h2" mt={2} mb={4} fz={15} fw="bold">
          {step.title}
        </Text>
        <Text maw="90ch" fz={13}>
          {step.words}
        </Text>
      </Box>
      <Group gap="xs">
        <Button variant="subtle" size="xs" onClick={onDone}>
          {isLast ? 'Close' : 'Skip the tour'}
        </Button>
        {index > 0 && (
          <Button variant="default" size="xs" onClick={() => to(index - 1)}>
            Back
          </Button>
        )}
        {!isLast && (
          <Button size="xs" onClick={() => to(index + 1)}>
            Next
          </Button>
        )}
      </Group>
    </section>
  );
}

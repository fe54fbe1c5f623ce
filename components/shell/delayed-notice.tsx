'use client';

import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatDuration } from '@/server/words/times';
import { useStatus } from '../api/queries';
import { IconServerOff } from '../icons';
import { Callout } from '../layout/callout';
import { type DelayedWay, useDelayedWay } from '../navigation/deferred-navigation';
import { usePlaces } from '../navigation/use-pages';

/**
 * Says to whoever went to a page while the server does not answer why it does not open, and how old the page that stays
 * is. It is in the bar that stays in sight however far the page is scrolled.
 */
export function DelayedNotice() {
  const way = useDelayedWay();
  return way && <Held {...way} />;
}

function Held({ href, cancel }: DelayedWay) {
  const { dataUpdatedAt } = useStatus();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useInterval(() => setNowMs(Date.now()), 1000, { autoInvoke: true });
  const place = usePlaces().find(({ pages }) => pages[0]?.href === href);
  const age = formatDuration(Math.max(0, nowMs - dataUpdatedAt));
  return (
    <div role="alert">
      <Callout
        icon={IconServerOff}
        tone="danger"
        title="The Plumbline server does not answer"
        detail={
          <>
            {place?.label ?? 'What you went to'} opens by itself once it does.{' '}
            {/* Else it would be read aloud every second. */}
            <span aria-hidden="true">What you see meanwhile is {age} old.</span>
          </>
        }
        remedy="Check that the process runs. The Stop button shows how to stop with kubectl."
      >
        <Button size="compact-sm" variant="default" onClick={cancel}>
          Stay on this page
        </Button>
      </Callout>
    </div>
  );
}

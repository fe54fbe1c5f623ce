'use client';

import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef, useState } from 'react';
import type { WorkloadAnswer } from '@/server/process/pages/views';
import { PolicyDialog } from './policy-dialog';

const ASKED = parseAsStringLiteral(['policy'] as const).withOptions({ history: 'push' });

/**
 * Opens the form for mode and policy, with the current policy. The address bar has its state, so that Back
 * closes it, after a confirmation if there are edits.
 */
export function PolicyButton({ workload }: { workload: WorkloadAnswer }) {
  const [asked, setAsked] = useQueryState('edit', ASKED);
  const [opened, setOpened] = useState(false);
  const wasPushed = useRef(false);
  useEffect(() => {
    if (asked) setOpened(true);
  }, [asked]);

  const ask = () => {
    wasPushed.current = true;
    setAsked('policy');
  };
  const close = () => {
    setOpened(false);
    if (!asked) return;
    if (wasPushed.current) window.history.back();
    else setAsked(null, { history: 'replace' });
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustments size={16} stroke={1.7} />}
        onClick={ask}
      >
        Change mode or policy
      </Button>
      {opened && (
        <PolicyDialog workload={workload} isAsked={asked !== null} onAskAgain={ask} onClose={close} />
      )}
    </>
  );
}

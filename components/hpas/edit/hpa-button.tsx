'use client';

import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef, useState } from 'react';
import type { HpaDetail } from '@/server/scaler/views';
import { HpaDialog } from './hpa-dialog';

const ASKED = parseAsStringLiteral(['hpa'] as const).withOptions({ history: 'push' });

/** Opens the form for the rules of an HPA. The address bar has its state, so that Back closes it. */
export function HpaButton({ hpa }: { hpa: HpaDetail }) {
  const [asked, setAsked] = useQueryState('edit', ASKED);
  const [opened, setOpened] = useState(false);
  const wasPushed = useRef(false);
  useEffect(() => {
    if (asked) setOpened(true);
  }, [asked]);

  const ask = () => {
    wasPushed.current = true;
    setAsked('hpa');
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
        Change the rules
      </Button>
      {opened && <HpaDialog hpa={hpa} isAsked={asked !== null} onAskAgain={ask} onClose={close} />}
    </>
  );
}

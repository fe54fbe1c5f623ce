'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '@tabler/icons-react';
import type { WorkloadDetail } from '@/server/recommender/views';
import { PolicyDialog } from './policy-dialog';

/** Opens the form for mode and policy; the form starts from the policy as it is at that moment. */
export function PolicyButton({ workload }: { workload: WorkloadDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustments size={16} stroke={1.7} />}
        onClick={open}
      >
        Change mode or policy
      </Button>
      {opened && <PolicyDialog workload={workload} onClose={close} />}
    </>
  );
}

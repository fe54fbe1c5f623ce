'use client';

import { Button } from '@mantine/core';
import { IconMapQuestion, IconSearchOff } from '@tabler/icons-react';
import Link from 'next/link';
import { Screen } from './screen';

const toWorkloads = (
  <Button component={Link} href="/workloads" variant="default">
    To the workloads
  </Button>
);

/** The address matches no page. */
export function NoSuchPageScreen() {
  return (
    <Screen icon={IconMapQuestion} title="There is no such page" actions={toWorkloads}>
      Check the address.
    </Screen>
  );
}

/** The address names a VPA that does not exist. */
export function NoSuchWorkloadScreen({ namespace, name }: { namespace: string; name: string }) {
  return (
    <Screen icon={IconSearchOff} title={`No VPA named ${name} in ${namespace}`} actions={toWorkloads}>
      It does not exist, or was deleted. It appears here when it is created.
    </Screen>
  );
}

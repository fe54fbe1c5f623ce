'use client';

import { Button } from '@mantine/core';
import { IconMapQuestion, IconSearchOff } from '@tabler/icons-react';
import Link from 'next/link';
import { Screen } from './screen';

const toWorkloads = (
  <Button component={Link} href="/" variant="default">
    To the workloads
  </Button>
);

/** The address names no page. */
export function NoSuchPageScreen() {
  return (
    <Screen icon={IconMapQuestion} title="There is no such page" actions={toWorkloads}>
      The address may be mistyped, or the page was moved.
    </Screen>
  );
}

/** The address names a VPA that the cluster does not have. */
export function NoSuchWorkloadScreen({ namespace, name }: { namespace: string; name: string }) {
  return (
    <Screen icon={IconSearchOff} title={`No VPA named ${name} in ${namespace}`} actions={toWorkloads}>
      It may have been deleted, or never was. If it is created, it shows here by itself.
    </Screen>
  );
}

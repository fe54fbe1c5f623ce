'use client';

import { Button } from '@mantine/core';
import { IconMapQuestion, IconSearchOff } from '../icons';
import Link from '../navigation/link';
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

/** The address names a workload that does not exist, or that another controller owns. */
export function NoSuchBareWorkloadScreen(props: { namespace: string; kind: string; name: string }) {
  const { namespace, kind, name } = props;
  return (
    <Screen icon={IconSearchOff} title={`No ${kind} named ${name} in ${namespace}`} actions={toWorkloads}>
      It does not exist, was deleted, or another controller owns it. It appears here when it is created.
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

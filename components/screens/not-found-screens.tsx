'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Icon, IconMapQuestion, IconSearchOff } from '../icons';
import Link from '../navigation/link';
import { Screen } from './screen';

interface NoSuchProps {
  title: string;
  icon?: Icon;
  /** The list in which it would be, and its name. */
  href: string;
  list: string;
  children: ReactNode;
}

/** The address names what does not exist. */
export function NoSuch({ title, icon = IconSearchOff, href, list, children }: NoSuchProps) {
  const toList = (
    <Button component={Link} href={href} variant="default">
      To the {list}
    </Button>
  );
  return (
    <Screen icon={icon} title={title} actions={toList}>
      {children}
    </Screen>
  );
}

const WORKLOADS = { href: '/workloads', list: 'workloads' };

/** The address matches no page. */
export function NoSuchPageScreen() {
  return (
    <NoSuch icon={IconMapQuestion} title="There is no such page" {...WORKLOADS}>
      Check the address.
    </NoSuch>
  );
}

/** The address names a workload that does not exist, or that another controller owns. */
export function NoSuchBareWorkloadScreen(props: { namespace: string; kind: string; name: string }) {
  const { namespace, kind, name } = props;
  return (
    <NoSuch title={`No ${kind} named ${name} in ${namespace}`} {...WORKLOADS}>
      It does not exist, was deleted, or another controller owns it. It appears here when it is created.
    </NoSuch>
  );
}

/** The address names a VPA that does not exist. */
export function NoSuchWorkloadScreen({ namespace, name }: { namespace: string; name: string }) {
  return (
    <NoSuch title={`No VPA named ${name} in ${namespace}`} {...WORKLOADS}>
      It does not exist, or was deleted. It appears here when it is created.
    </NoSuch>
  );
}

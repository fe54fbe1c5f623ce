'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconUser } from '@tabler/icons-react';
import type { SessionView, SignedOutView } from '@/server/process/pages/views';
import { useSession, useStatus } from '../api/queries';
import { sendChange } from '../api/request';

async function signOut(): Promise<void> {
  const { next } = await sendChange<SignedOutView>('DELETE', '/api/session', {});
  window.location.assign(next);
}

/** As whom the cluster and its audit log see what the person changes. */
const CHANGES: Record<SessionView['changesAs'], string> = {
  token: 'The cluster sees your changes as yours: they are made with your token.',
  impersonated: 'The cluster sees your changes as yours: Plumbline acts as you.',
  'own-account': 'The cluster sees your changes as those of Plumbline, whose audit log names you.',
};

/** Who the person is, and the way out; absent where nobody signs in. */
export function UserMenu() {
  const status = useStatus().data;
  const [isOpen, { toggle }] = useDisclosure(false);
  const session = useSession(isOpen).data;
  if (!status?.hasSession || !status.user) return null;
  const label = `Signed in as ${status.user}`;
  return (
    <Menu position="bottom-end" width={280} opened={isOpen} onChange={toggle}>
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label={label}>
          <IconUser size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {session && <Menu.Label>{CHANGES[session.changesAs]}</Menu.Label>}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

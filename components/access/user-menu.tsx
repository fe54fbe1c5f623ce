'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useStatus } from '../api/queries';
import { JSON_BODY } from '../api/request';
import { LOGIN_PAGE } from './place-after-login';

async function signOut(): Promise<void> {
  await fetch('/api/session', { method: 'DELETE', headers: JSON_BODY });
  window.location.assign(LOGIN_PAGE);
}

/** Who the person is, and the way out; absent where nobody signs in. */
export function UserMenu() {
  const status = useStatus().data;
  if (!status?.hasSession || !status.user) return null;
  const label = `Signed in as ${status.user}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label={label}>
          <IconUser size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

'use client';

import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { SessionView, SignedOutView } from '@/server/contract/session';
import { openDocument } from '../api/address';
import { useSession } from '../api/queries';
import { sendChange } from '../api/request';
import { IconLogout } from '../icons';
import { UserButton } from './user-button';

async function signOut(): Promise<void> {
  const { next } = await sendChange<SignedOutView>('DELETE', '/api/session', {});
  openDocument(next);
}

/** As whom the cluster and its audit log see what the person changes. */
const CHANGES: Record<SessionView['changesAs'], string> = {
  token: 'The cluster sees your changes as yours: they are made with your token.',
  impersonated: 'The cluster sees your changes as yours: Plumbline acts as you.',
  'own-account': 'The cluster sees your changes as those of Plumbline, whose audit log names you.',
};

/** Who the person is, and the way out; it opens at once, as it is loaded when somebody presses its button. */
export default function UserMenu({ label }: { label: string }) {
  const { isOpen, setOpen, target } = useOpenAtOnce();
  const session = useSession(isOpen).data;
  return (
    <Menu position="bottom-end" width={280} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UserButton ref={target} label={label} />
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

/** For a menu that is loaded when somebody presses its button: it opens at once. `target` is its own button. */
function useOpenAtOnce() {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu gives the focus back to what has it when it opens.
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return { isOpen, setOpen, target };
}

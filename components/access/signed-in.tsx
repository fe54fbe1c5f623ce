'use client';

import { useState } from 'react';
import { useStatus } from '../api/queries';
import { onDemand } from '../on-demand/on-demand';
import { UserButton } from './user-button';

const UserMenu = onDemand(() => import('./user-menu'));

/** Who is signed in, and the way to the menu; absent where nobody signs in. */
export function SignedIn() {
  const status = useStatus().data;
  const [isMenu, setMenu] = useState(false);
  if (!status?.hasSession || !status.user) return null;
  const label = `Signed in as ${status.user}`;
  if (isMenu) return <UserMenu label={label} />;
  return (
    <UserButton
      label={label}
      onClick={() => void UserMenu.load().then(setMenu)}
      onPointerEnter={UserMenu.load}
      onFocus={UserMenu.load}
    />
  );
}

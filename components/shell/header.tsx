'use client';

import {
  ActionIcon,
  Kbd,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useHotkeys, useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { UserButton } from '../access/user-button';
import { useStatus, useStops } from '../api/queries';
import { IconHandStop, IconMoon, IconSearch, IconSun } from '../icons';
import { Tooltip } from '../layout/tooltip';
import { UsualButton } from '../layout/usual-button';
import { onDemand } from '../on-demand/on-demand';
import { useStopControls } from '../stop/stop-controls';
import { Brand } from './brand';
import classes from './header.module.css';

const UserMenu = onDemand(() => import('../access/user-menu'));

/** Who is signed in, and the way to the menu; absent where nobody signs in. */
function SignedIn() {
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

function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const computed = useComputedColorScheme('light', { getInitialValueInEffect: true });
  const mounted = useMounted();
  const next = computed === 'dark' ? 'light' : 'dark';
  const label = mounted ? `Switch to the ${next} colour scheme` : 'Switch the colour scheme';
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={label} onClick={() => setColorScheme(next)}>
        {computed === 'dark' ? <IconSun size={17} stroke={1.7} /> : <IconMoon size={17} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}

const Palette = onDemand(() => import('./palette'));

/** Opens the palette, as Ctrl+K and the slash do. */
function WorkloadSearch() {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((count) => count + 1);
  useHotkeys([['/', open]]);
  // Also while somebody types, but not over a form with edits.
  useHotkeys([['mod + K', () => document.querySelector('[role="dialog"][aria-modal="true"]') ?? open()]], []);
  return (
    <>
      <UnstyledButton
        className={classes.open}
        onClick={open}
        onPointerEnter={Palette.load}
        onFocus={Palette.load}
        aria-label="Search (Ctrl+K)"
      >
        <IconSearch size={16} stroke={1.7} />
        <span className={classes.label}>Search</span>
        <Kbd size="xs" className={classes.keys}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {openings > 0 && <Palette openings={openings} />}
    </>
  );
}

/**
 * The actions that are always available; on a phone the name of the product too, as there is no side bar. A hub without
 * a cluster of its own has nothing to stop but clusters, which their page does.
 */
export function Header() {
  const { isHubAlone = false } = useStatus().data ?? {};
  return (
    <div className={`${classes.header} no-print`}>
      <Brand className={classes.brand} />
      <WorkloadSearch />
      <div className={classes.tools}>
        <ColorSchemeToggle />
        <SignedIn />
        {!isHubAlone && <StopButton />}
      </div>
    </div>
  );
}

/** On every page: opens the dialog that stops every eviction and resize. */
function StopButton() {
  const controls = useStopControls();
  const isAllStopped = useStops()?.stops.some(({ scope }) => scope.kind === 'all') ?? false;
  return (
    <UsualButton
      className={classes.button}
      icon={<IconHandStop size={16} stroke={1.8} />}
      onClick={controls.stop}
    >
      {isAllStopped ? 'All stopped' : 'Stop'}
    </UsualButton>
  );
}

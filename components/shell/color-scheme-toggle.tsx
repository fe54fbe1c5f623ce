'use client';

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconMoon, IconSun } from '../icons';
import { Tooltip } from '../layout/tooltip';

export function ColorSchemeToggle() {
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

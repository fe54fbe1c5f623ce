import { ActionIcon } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

/** Opens the menu of who is signed in. */
export function UserButton({
  label,
  ...button
}: { label: string } & Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'>) {
  return (
    <ActionIcon aria-haspopup="menu" {...button} variant="default" size={34} aria-label={label}>
      <IconUser size={17} stroke={1.7} />
    </ActionIcon>
  );
}

import { ActionIcon } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { IconUser } from '../icons';

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

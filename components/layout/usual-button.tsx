import { Button, UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './usual-button.module.css';

const { root, inner, section, label } = Button.classes;
const LOOK = `mantine-focus-auto mantine-active mantine-Button-root ${UnstyledButton.classes.root} ${root} ${classes.usual}`;

interface UsualButtonProps extends ComponentProps<'button'> {
  icon: ReactNode;
  size?: 'sm' | 'compact-sm';
}

/** Looks as Mantine's button of the variant `default` with an icon, which is six components for a server to draw. */
export function UsualButton({ icon, size = 'sm', className, children, ...button }: UsualButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={className ? `${LOOK} ${className}` : LOOK}
      data-size={size}
      data-with-left-section
    >
      <span className={inner}>
        <span className={section} data-position="left">
          {icon}
        </span>
        <span className={label}>{children}</span>
      </span>
    </button>
  );
}

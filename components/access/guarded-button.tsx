'use client';

import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { type ComponentPropsWithoutRef, useId } from 'react';
import { Tooltip } from '../layout/tooltip';
import { type IntendedChange, useLack } from './use-lack';

interface GuardedButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What it does; undefined while that is not chosen. */
  deed: IntendedChange | readonly IntendedChange[] | undefined;
}

/** A button for what the person may not be allowed to do: then it does nothing, and says which right is missing. */
export function GuardedButton({ deed, children, ...props }: GuardedButtonProps) {
  const lack = useLack(deed);
  const id = useId();
  if (!lack) return <Button {...props}>{children}</Button>;
  return (
    <>
      <Tooltip label={lack} multiline maw={320} forAll>
        <Button
          {...props}
          type="button"
          data-disabled
          aria-disabled="true"
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{lack}</VisuallyHidden>
    </>
  );
}

import {
  ActionIcon,
  Alert,
  Button,
  ModalBase,
  ModalBaseContent,
  ModalBaseOverlay,
  Title,
} from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { IconX } from '../icons';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** In pixels at the usual size of text, where the window has them. */
  width?: number;
  /**
   * As high as the window allows, whatever its content, which scrolls: for forms that grow while one types.
   */
  tall?: boolean;
  children: ReactNode;
}

const PIXELS_PER_REM = 16;
const OPENING = { duration: 200, transition: 'fade-down' } as const;

/**
 * A window over the page with its own heading, closed by Escape, the cross, or a click beside it. It grows only
 * downwards. Made of Mantine's parts: its `Modal` brings scroll bars and their positions, twice as much script.
 */
export function Dialog({ title, onClose, width = 440, tall = false, children }: DialogProps) {
  useFocusBack();
  return (
    <ModalBase
      opened
      onClose={onClose}
      withinPortal
      lockScroll
      trapFocus
      returnFocus
      closeOnEscape
      closeOnClickOutside
      padding="lg"
      transitionProps={OPENING}
    >
      <ModalBaseOverlay backgroundOpacity={0.45} />
      <ModalBaseContent
        aria-label={title}
        radius="md"
        className={classes.content}
        innerProps={{ className: classes.place }}
        style={{ flexBasis: `${width / PIXELS_PER_REM}rem` }}
        mod={{ tall }}
      >
        <div className={classes.body}>
          <div className={classes.heading}>
            <Title order={2}>{title}</Title>
            <ActionIcon aria-label="Close" variant="subtle" color="gray" onClick={onClose}>
              <IconX size={20} stroke={1.8} />
            </ActionIcon>
          </div>
          {children}
        </div>
      </ModalBaseContent>
    </ModalBase>
  );
}

/** Gives the focus back to what opened a dialog, which is removed to close it; the modal forgets it then. */
function useFocusBack() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

interface DialogActionsProps {
  /** Without it, nothing here closes the dialog. */
  onClose?: (() => void) | undefined;
  cancel?: string;
  children?: ReactNode;
}

/** The buttons of a dialog, always visible. */
export function DialogActions({ onClose, cancel = 'Cancel', children }: DialogActionsProps) {
  return (
    <div className={classes.actions}>
      {onClose && (
        <Button variant="default" onClick={onClose}>
          {cancel}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Why what was asked for was not done. */
export function Failed({
  title,
  error,
}: {
  title: string;
  error: Pick<Error, 'message'> | null | undefined;
}) {
  if (!error) return null;
  return (
    <Alert color="danger" title={title}>
      {error.message}
    </Alert>
  );
}

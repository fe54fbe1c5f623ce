import { CloseButton, Modal, type ModalProps, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './dialog.module.css';

interface DialogProps extends Pick<ModalProps, 'size' | 'children' | 'opened' | 'onClose'> {
  title: string;
  /**
   * As high as the window allows, whatever its content, which scrolls: for forms that grow while one types.
   */
  tall?: boolean;
}

/**
 * A window over the page with its own heading, closed by Escape, the cross, or a click beside it. It grows
 * only downwards.
 */
export function Dialog({ title, tall = false, children, ...modal }: DialogProps) {
  useFocusBack(modal.opened);
  return (
    <Modal
      {...modal}
      yOffset={tall ? 'clamp(8px, 3dvh, 48px)' : 'clamp(8px, 8dvh, 96px)'}
      xOffset="8px"
      padding="lg"
      withCloseButton={false}
      classNames={tall ? { content: classes.tall, body: classes.tallBody } : undefined}
      attributes={{ content: { 'aria-label': title } }}
      overlayProps={{ backgroundOpacity: 0.45 }}
    >
      <div className={classes.heading}>
        <Title order={2}>{title}</Title>
        <CloseButton aria-label="Close" onClick={modal.onClose} />
      </div>
      {children}
    </Modal>
  );
}

/** Gives the focus back to what opened a dialog that is made open and removed to close it; the modal forgets it then. */
function useFocusBack(opened: boolean) {
  const [opener] = useState(() => (opened ? document.activeElement : null));
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** The buttons of a dialog, always visible. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

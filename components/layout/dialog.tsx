import { CloseButton, Modal, type ModalProps, Title } from '@mantine/core';
import classes from './dialog.module.css';

interface DialogProps extends Pick<ModalProps, 'size' | 'children' | 'opened' | 'onClose'> {
  title: string;
}

/** A window over the page with a heading of its own, closed by Escape, the cross, or a click beside it. */
export function Dialog({ title, children, ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      centered
      padding="lg"
      withCloseButton={false}
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

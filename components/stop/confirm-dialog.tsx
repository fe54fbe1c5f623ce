'use client';

import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import classes from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  width?: number;
  children: ReactNode;
  action: string;
  /** The title of the error if it fails. */
  failed: string;
  state: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation, and stays open if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, width, children, action, failed, state, onConfirm, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title} {...(width !== undefined && { width })}>
      <Stack>
        <Text size="sm" component="div" className={classes.said}>
          {children}
        </Text>
        <Failed title={failed} error={state.error} />
      </Stack>
      <DialogActions onClose={onClose}>
        <Button loading={state.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

'use client';

import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from '../layout/dialog';
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
    <Dialog opened onClose={onClose} title={title} {...(width !== undefined && { width })}>
      <Stack>
        <Text size="sm" component="div" className={classes.said}>
          {children}
        </Text>
        {state.error && (
          <Alert color="danger" title={failed}>
            {state.error.message}
          </Alert>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={state.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

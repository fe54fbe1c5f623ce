import { Alert, Button, Flex, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuardedButton } from '../access/guarded-button';
import { type IntendedChange, useLack } from '../access/use-lack';
import { Dialog } from '../layout/dialog';
import classes from './edit-dialog.module.css';
import type { EditState } from './use-edit';

interface EditDialogProps {
  title: string;
  width: number;
  editing: EditState;
  deed: IntendedChange;
  /** What saving does, beside the fields. */
  aside: ReactNode;
  /** What saving does, in a line, where there is no room beside the fields. */
  brief: string | undefined;
  /** The notice of a newer version. */
  newer: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** Save and Cancel; edits are discarded only after a confirmation. */
function EditButtons({ editing, deed }: { editing: EditState; deed: IntendedChange }) {
  if (editing.leaving)
    return (
      <Group justify="space-between" gap="8px 16px" fz={14} role="alert">
        <strong>Your edits are not saved.</strong>
        <Flex wrap="wrap" justify="flex-end" gap={8}>
          <Button variant="default" onClick={editing.stay} autoFocus>
            Keep editing
          </Button>
          <Button color="danger" onClick={editing.discard}>
            Discard edits
          </Button>
        </Flex>
      </Group>
    );
  return (
    <Flex wrap="wrap" justify="flex-end" gap={8}>
      <Button variant="default" onClick={editing.leave}>
        Cancel
      </Button>
      <GuardedButton deed={deed} type="submit" loading={editing.isSaving} disabled={!editing.canSave}>
        Save
      </GuardedButton>
    </Flex>
  );
}

/** The frame of a form that edits an object of the cluster. */
export function EditDialog({ title, width, editing, deed, aside, brief, newer, children }: EditDialogProps) {
  const { edit, isOutdated, saveFailure } = editing;
  const lack = useLack(deed);
  return (
    <Dialog onClose={editing.leave} title={title} width={width} tall>
      <form
        className={classes.form}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          editing.submit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          editing.submit();
        }}
      >
        <div className={classes.columns}>
          <div className={classes.fields}>{children}</div>
          <div className={classes.effect}>{aside}</div>
        </div>
        <div className={classes.actions}>
          {isOutdated && newer}
          {saveFailure !== undefined && !isOutdated && (
            <Alert color="danger" title="Not saved" role="alert" mb="sm">
              {saveFailure}
            </Alert>
          )}
          {edit !== undefined && brief && !isOutdated && <p className={classes.brief}>{brief}</p>}
          {lack && <p className={classes.brief}>{lack}</p>}
          <EditButtons editing={editing} deed={deed} />
        </div>
      </form>
    </Dialog>
  );
}

import { Button } from '@mantine/core';
import { GuardedButton } from '../access/guarded-button';
import type { IntendedChange } from '../access/use-lack';
import classes from './edit-dialog.module.css';
import type { EditState } from './use-edit';

/** Save and Cancel; edits are discarded only after a confirmation. */
export function EditButtons({ editing, deed }: { editing: EditState; deed: IntendedChange }) {
  if (editing.leaving)
    return (
      <div className={classes.leaving} role="alert">
        <strong>Your edits are not saved.</strong>
        <div className={classes.buttons}>
          <Button variant="default" onClick={editing.stay} autoFocus>
            Keep editing
          </Button>
          <Button color="danger" onClick={editing.discard}>
            Discard edits
          </Button>
        </div>
      </div>
    );
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={editing.leave}>
        Cancel
      </Button>
      <GuardedButton deed={deed} type="submit" loading={editing.isSaving} disabled={!editing.canSave}>
        Save
      </GuardedButton>
    </div>
  );
}

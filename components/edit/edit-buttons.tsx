import { Button } from '@mantine/core';
import classes from './policy-dialog.module.css';

interface PolicyButtonsProps {
  /** Whether the user tried to close the form with unsaved edits. */
  leaving: boolean;
  canSave: boolean;
  saving: boolean;
  onCancel: () => void;
  onStay: () => void;
  onDiscard: () => void;
}

/** Save and Cancel; edits are discarded only after a confirmation. */
export function PolicyButtons({ leaving, canSave, saving, onCancel, onStay, onDiscard }: PolicyButtonsProps) {
  if (leaving)
    return (
      <div className={classes.leaving} role="alert">
        <strong>Your edits are not saved.</strong>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onStay} autoFocus>
            Keep editing
          </Button>
          <Button color="danger" onClick={onDiscard}>
            Discard edits
          </Button>
        </div>
      </div>
    );
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={saving} disabled={!canSave}>
        Save
      </Button>
    </div>
  );
}

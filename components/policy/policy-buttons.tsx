import { Button } from '@mantine/core';
import classes from './policy-dialog.module.css';

interface PolicyButtonsProps {
  /** Whether closing was asked for while there are edits. */
  leaving: boolean;
  canSave: boolean;
  saving: boolean;
  onCancel: () => void;
  onStay: () => void;
  onDiscard: () => void;
}

/** Saving and leaving; edits are thrown away only after a second word. */
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

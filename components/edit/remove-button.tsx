import { Button } from '@mantine/core';
import classes from './fieldset.module.css';

interface RemoveButtonProps {
  /** `metric 2`. */
  what: string;
  onRemove: () => void;
}

/** Takes one of several out of a form. */
export function RemoveButton({ what, onRemove }: RemoveButtonProps) {
  return (
    <Button
      className={classes.remove}
      size="compact-sm"
      variant="subtle"
      color="gray"
      aria-label={`Remove ${what}`}
      onClick={onRemove}
    >
      Remove
    </Button>
  );
}

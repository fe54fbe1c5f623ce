import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { Callout } from '../layout/callout';

interface NewerVersionProps {
  /** What someone changed; nothing where the form shows none of it. */
  changes: readonly string[];
  edited: boolean;
  onTakeIn: () => void;
}

/** Someone else changed the VPA while the form was open: nothing of theirs is overwritten, nothing of mine lost. */
export function NewerVersion({ changes, edited, onTakeIn }: NewerVersionProps) {
  return (
    <div role="alert">
      <Callout
        icon={IconGitMerge}
        tone="warning"
        title="Someone else changed this VPA"
        detail={
          (changes.length > 0 ? `Someone changed ${changes.join(', ')}. ` : '') +
          (edited
            ? 'Your edits are still here. Loading the newer version keeps them and updates the fields you did not touch.'
            : 'The form shows the version you opened.')
        }
      >
        <Button size="compact-sm" variant="default" onClick={onTakeIn}>
          Load the newer version
        </Button>
      </Callout>
    </div>
  );
}

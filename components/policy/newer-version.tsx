import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { Callout } from '../layout/callout';

interface NewerVersionProps {
  edited: boolean;
  onTakeIn: () => void;
}

/** Someone else changed the VPA while the form was open: nothing of theirs is overwritten, nothing of mine lost. */
export function NewerVersion({ edited, onTakeIn }: NewerVersionProps) {
  return (
    <div role="alert">
      <Callout
        icon={IconGitMerge}
        tone="warning"
        title="Someone else changed this VPA"
        detail={
          edited
            ? 'Your edits are still here. Loading the newer version keeps them and updates the fields you did not touch.'
            : 'The form shows the version you opened.'
        }
      >
        <Button size="compact-sm" variant="default" onClick={onTakeIn}>
          Load the newer version
        </Button>
      </Callout>
    </div>
  );
}

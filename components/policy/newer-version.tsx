import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { Callout } from '../layout/callout';

interface NewerVersionProps {
  edited: boolean;
  onTakeIn: () => void;
}

/** Somebody else changed the VPA while the form was open: nothing of theirs is overwritten, nothing of mine lost. */
export function NewerVersion({ edited, onTakeIn }: NewerVersionProps) {
  return (
    <div role="alert">
      <Callout
        icon={IconGitMerge}
        tone="warning"
        title="This VPA has been changed meanwhile"
        detail={
          edited
            ? 'Your edits are still here. With the newer version taken in, what you did not touch is as it is now, and what you edited stays as you have it.'
            : 'The form shows how it was when you opened it.'
        }
      >
        <Button size="compact-sm" variant="default" onClick={onTakeIn}>
          Take in the newer version
        </Button>
      </Callout>
    </div>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconGitMerge } from '../icons';
import { Callout } from '../layout/callout';
import type { EditState } from './use-edit';

interface NewerVersionProps {
  title: string;
  editing: EditState;
  children?: ReactNode;
}

/**
 * Someone else changed the object while the form was open: nothing of theirs is overwritten, nothing of mine
 * is lost.
 */
export function NewerVersion({ title, editing: { edit, takeIn }, children }: NewerVersionProps) {
  return (
    <div role="alert">
      <Callout
        icon={IconGitMerge}
        tone="warning"
        title={title}
        detail={
          <>
            {children}
            {edit
              ? 'Your edits stay; the fields you did not touch become theirs.'
              : 'The form shows the version you opened.'}
            <Button display="block" mt={8} size="compact-sm" variant="default" onClick={takeIn}>
              {edit ? 'Keep my edits on top' : 'Load the newer version'}
            </Button>
          </>
        }
      />
    </div>
  );
}

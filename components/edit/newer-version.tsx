import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { Callout } from '../layout/callout';
import classes from './newer-version.module.css';
import { newerVersionTitle } from './newer-version-title';
import type { PolicyDifference } from './policy-differences';

interface NewerVersionProps {
  /** Who made the newer version, if known. */
  author: string | undefined;
  /** What they changed; empty if the form shows none of it. */
  changes: readonly PolicyDifference[];
  edited: boolean;
  onTakeIn: () => void;
}

/**
 * Someone else changed the VPA while the form was open: nothing of theirs is overwritten, nothing of mine is
 * lost.
 */
export function NewerVersion({ author, changes, edited, onTakeIn }: NewerVersionProps) {
  return (
    <div role="alert">
      <Callout
        icon={IconGitMerge}
        tone="warning"
        title={newerVersionTitle(author, changes, edited)}
        detail={
          <>
            {changes.length > 0 && (
              <ul className={classes.changes}>
                {changes.map(({ field, from, to, mine }) => (
                  <li key={field}>
                    <code>{field}</code>: {from} → <strong>{to}</strong>
                    {mine !== undefined && `; yours is ${mine}, and stays`}
                  </li>
                ))}
              </ul>
            )}
            {edited
              ? 'Your edits stay; the fields you did not touch become theirs.'
              : 'The form shows the version you opened.'}
            <Button className={classes.take} size="compact-sm" variant="default" onClick={onTakeIn}>
              {edited ? 'Keep my edits on top' : 'Load the newer version'}
            </Button>
          </>
        }
      />
    </div>
  );
}

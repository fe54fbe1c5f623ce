'use client';

import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons';
import classes from './command.module.css';
import { Tooltip } from './tooltip';

/** A command to type in a shell, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div className={classes.command}>
      <code className={classes.text}>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => {
          const label = copied ? 'Copied' : 'Copy the command';
          return (
            <Tooltip label={label}>
              <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
                {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </div>
  );
}

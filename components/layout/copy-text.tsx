'use client';

import { ActionIcon, Box, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons';
import classes from './copy-text.module.css';
import { ScrollRegion } from './scroll-region';
import { Tooltip } from './tooltip';

/** Text of several lines, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Box pos="relative">
      <ScrollRegion label={label} className={classes.scroll}>
        <pre>{text}</pre>
      </ScrollRegion>
      <CopyButton value={text}>
        {({ copied, copy }) => {
          const words = copied ? 'Copied' : `Copy: ${label}`;
          return (
            <Tooltip label={words}>
              <ActionIcon
                className={classes.copy}
                variant="default"
                color="gray"
                aria-label={words}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </Box>
  );
}

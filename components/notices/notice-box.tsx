'use client';

import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './notice-box.module.css';
import { type Notice, takeNotices } from './notify';

/** As long as it takes to read what was done, and to think better of it. */
const UNDO_MS = 15_000;

/** Shows the notices that wait. */
export default function NoticeBox({ waiting }: { waiting: number }) {
  useEffect(() => {
    if (waiting > 0) for (const notice of takeNotices()) show(notice);
  }, [waiting]);
  return <Notifications className={classes.box} position="bottom-right" />;
}

function show({ stays, undo, message, ...notice }: Notice): void {
  const id = notifications.show({
    ...notice,
    message: undo ? (
      <>
        {message}{' '}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </>
    ) : (
      message
    ),
    ...(undo && { autoClose: UNDO_MS }),
    ...(stays && { autoClose: false }),
  });
}

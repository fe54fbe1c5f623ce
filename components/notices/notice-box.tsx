'use client';

import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { takeNotices } from './notify';

/** Shows the notices that wait. */
export default function NoticeBox({ waiting }: { waiting: number }) {
  useEffect(() => {
    if (waiting > 0)
      for (const { stays, ...notice } of takeNotices())
        notifications.show({ message: undefined, ...notice, ...(stays && { autoClose: false }) });
  }, [waiting]);
  return <Notifications position="bottom-right" />;
}

'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHandStop } from '@tabler/icons-react';
import type { StopView } from '@/server/operations/views';
import { whoWords } from '@/server/words/who';
import { TimeAgo } from '../live/time-ago';
import { ResumeDialog } from './resume-dialog';
import { RevertDialog } from './revert-dialog';
import { scopeWords } from './scope-words';
import classes from './stop-banner.module.css';

interface StopLineProps {
  stop: StopView;
  nowMs: number;
}

export function StopLine({ stop, nowMs }: StopLineProps) {
  const [resuming, resume] = useDisclosure(false);
  const [reverting, revert] = useDisclosure(false);
  return (
    <div className={classes.line}>
      <IconHandStop size={18} stroke={1.8} className={classes.icon} aria-hidden="true" />
      <span>
        <strong>Stopped: {scopeWords(stop.scope)}.</strong> By {whoWords(stop.who)},{' '}
        <TimeAgo atMs={stop.atMs} nowMs={nowMs} />
        {stop.reason ? `: ${stop.reason}` : '.'}
        {!stop.inCluster && ' Holds in this process; the cluster does not know it yet.'}
      </span>
      <Button size="compact-sm" variant="default" onClick={resume.open}>
        Resume
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={revert.open}>
        Put resized pods back
      </Button>
      <ResumeDialog scope={stop.scope} opened={resuming} onClose={resume.close} />
      <RevertDialog scope={stop.scope} opened={reverting} onClose={revert.close} />
    </div>
  );
}

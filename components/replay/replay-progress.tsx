'use client';

import { Group, Progress, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReplayRow } from '@/server/contract/replays';
import { GuardedButton } from '../access/guarded-button';
import { useCancelReplay } from '../api/replay-actions';
import { IconAlertTriangle, IconClockPause, IconPlayerStop } from '../icons';
import { Callout } from '../layout/callout';
import shared from '../layout/shared.module.css';
import classes from './replay-progress.module.css';
import { isAtWork, percentDone } from './replay-words';

/** How a replay stands that has no result, with a way to cancel it; nothing once it is done. */
export function ReplayProgress({ replay, again }: { replay: ReplayRow; again?: ReactNode }) {
  const cancel = useCancelReplay(replay.id);
  const { state, failure } = replay;
  if (isAtWork(state))
    return (
      <Group gap="8px 16px" role="status">
        <Bar replay={replay} />
        <GuardedButton
          deed={{ to: 'cancel-replay', ...replay.request.scope }}
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel replay
        </GuardedButton>
        {cancel.isError && <p className={classes.fault}>Not cancelled: {cancel.error.message}</p>}
      </Group>
    );
  switch (state) {
    case 'cancelled':
      return (
        <Callout icon={IconPlayerStop} tone="neutral" title="This replay was cancelled">
          {again}
        </Callout>
      );
    case 'ended':
      return (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title="This replay was interrupted"
          detail="The process that worked on it ended. Start it again."
        >
          {again}
        </Callout>
      );
    case 'failed':
      return failure?.isTooLittle ? (
        <Callout
          icon={IconClockPause}
          tone="neutral"
          title="Too little usage is kept"
          detail={failure.message}
        >
          {again}
        </Callout>
      ) : (
        <Callout icon={IconAlertTriangle} tone="danger" title="This replay failed" detail={failure?.message}>
          {again}
        </Callout>
      );
    default:
      return null;
  }
}

function Bar({ replay }: { replay: ReplayRow }) {
  const { done, total, state } = replay;
  const percent = percentDone(replay);
  return (
    <Stack gap={4} flex="1 1 220px">
      <Progress aria-label="Progress of the replay" value={percent ?? 0} transitionDuration={200} size="sm" />
      <span className={shared.small}>
        {state === 'waiting' ? 'Waits for the replays before it' : `${done} of ${total} replays`}
      </span>
    </Stack>
  );
}

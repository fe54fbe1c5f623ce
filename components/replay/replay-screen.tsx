'use client';

import { Button, Text } from '@mantine/core';
import { whoWords } from '@/server/words/who';
import { useClusterTime } from '../api/queries';
import { useReplay } from '../api/replay-actions';
import { IconSearchOff } from '../icons';
import { Card } from '../layout/card';
import { ObjectHeading } from '../layout/object-heading';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { ReplayProgress } from './replay-progress';
import { ReplayResult } from './replay-result';
import { daysTitle, scopeTitle, variantsTitle } from './replay-words';

const toReplays = (
  <Button component={Link} href="/replay" variant="default" size="xs">
    To the replays
  </Button>
);

/** One replay: how far it is, or what it found. */
export function ReplayScreen({ id }: { id: string }) {
  const { data: replay, failure } = useReplay(id);
  const nowMs = useClusterTime();
  if (!replay && failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <Screen
        icon={IconSearchOff}
        title="There is no such replay"
        detail={failure.message}
        actions={toReplays}
      >
        It was never started here, or is too old to be kept.
      </Screen>
    );
  if (!replay) return failureScreen(failure);
  const { request, startedMs, who, outcome } = replay;
  const { scope } = request;
  return (
    <>
      <ObjectHeading
        crumbs={[
          { href: '/replay', label: 'Replays' },
          ...(scope.kind === 'vpa'
            ? [
                {
                  href: workloadHref(scope.namespace, scope.name),
                  label: `${scope.namespace}/${scope.name}`,
                },
              ]
            : []),
        ]}
        title={`Replay of ${scopeTitle(request)}`}
      >
        <span>
          The {daysTitle(request.days)}; {variantsTitle(request)}. Started{' '}
          <TimeAgo atMs={startedMs} nowMs={nowMs} /> by {whoWords(who)}.
        </span>
      </ObjectHeading>
      {replay.state !== 'done' && <ReplayProgress replay={replay} again={toReplays} />}
      {replay.state === 'done' && !outcome && (
        <Text mt={4} mb={16} c="dimmed" fz={13} role="status">
          The result cannot be read: the database does not answer, or it is broken.
        </Text>
      )}
      {outcome && (
        <Card title="Result">
          <ReplayResult replay={replay} outcome={outcome} />
        </Card>
      )}
    </>
  );
}

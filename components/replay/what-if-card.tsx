'use client';

import { Flex, Text } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { memo, useState } from 'react';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import { USUAL_LIMITS } from '@/server/contract/replays';
import { GuardedButton } from '../access/guarded-button';
import { useReplay, useStartReplay } from '../api/replay-actions';
import { IconBulb, IconPlayerPlay } from '../icons';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { ReplayProgress } from './replay-progress';
import { ReplayResult } from './replay-result';
import { isAtWork, replayHref } from './replay-words';
import { usualMode, type VariantChoices, variantsOf } from './variant-choices';
import { VariantFields } from './variant-fields';
import classes from './what-if-card.module.css';

interface WhatIfCardProps {
  workload: Pick<WorkloadDetail, 'namespace' | 'name' | 'updateMode' | 'heldMode'>;
}

/** What other policies would have done to this workload; the address bar names the result shown. */
export const WhatIfCard = memo(function WhatIfCard({ workload }: WhatIfCardProps) {
  const { namespace, name, updateMode, heldMode } = workload;
  const [id, setId] = useQueryState('whatif', parseAsString.withOptions({ history: 'push' }));
  const [choices, setChoices] = useState<VariantChoices>({
    days: 7,
    recommenders: [],
    mode: usualMode(heldMode?.mode ?? updateMode),
  });
  const start = useStartReplay();
  const { data: replay, failure } = useReplay(id ?? undefined);
  const scope = { kind: 'vpa', namespace, name } as const;
  const { days } = choices;
  const begin = (asked: Parameters<typeof start.mutate>[0]) =>
    start.mutate(asked, { onSuccess: (view) => setId(view.id) });
  const isBusy = start.isPending || (replay !== undefined && isAtWork(replay.state));
  return (
    <div className={`${classes.card} no-print`}>
      <Card
        title="What if"
        at="what-if"
        aside={
          replay && (
            <Link href={replayHref(replay.id)} className={`${shared.smallText} ${shared.target}`}>
              This result on a page of its own
            </Link>
          )
        }
      >
        <Text c="dimmed" fz={13} mb={12}>
          Lives through the usage of the last days again, as the recommender, the updater and admission would
          have. Nothing in the cluster changes.
        </Text>
        <Flex wrap="wrap" align="end" justify="space-between" gap="12px 24px" mb={14}>
          <VariantFields choices={choices} onChange={setChoices} />
          <div className={shared.buttons}>
            <GuardedButton
              deed={{ to: 'replay', namespace, name }}
              size="xs"
              leftSection={<IconPlayerPlay size={14} />}
              disabled={isBusy}
              onClick={() => begin({ scope, days, variants: variantsOf(choices) })}
            >
              Replay
            </GuardedButton>
            <GuardedButton
              deed={{ to: 'replay', namespace, name }}
              size="xs"
              variant="default"
              leftSection={<IconBulb size={14} />}
              disabled={isBusy}
              onClick={() => begin({ scope, days, variants: [], suggest: USUAL_LIMITS })}
            >
              Suggest a policy
            </GuardedButton>
          </div>
        </Flex>
        {start.isError && (
          <Text mb={12} c="var(--danger)" fz={13} role="alert">
            Not started: {start.error.message}
          </Text>
        )}
        {id !== null && !replay && failure && (
          <Text c="dimmed" fz={13} mb={12} role="status">
            {failure.kind === 'refused' ? failure.message : 'The result cannot be loaded now.'}
          </Text>
        )}
        {replay && replay.state !== 'done' && <ReplayProgress replay={replay} />}
        {replay?.outcome && <ReplayResult key={replay.id} replay={replay} outcome={replay.outcome} />}
      </Card>
    </div>
  );
});

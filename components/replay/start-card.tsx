'use client';

import { Box, Flex, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '@/server/words/counts';
import { GuardedButton } from '../access/guarded-button';
import { useNamespaces } from '../api/queries';
import { useStartReplay } from '../api/replay-actions';
import { Segments } from '../choices/segments';
import { IconPlayerPlay } from '../icons';
import { Card } from '../layout/card';
import { useWay } from '../navigation/use-way';
import { replayHref } from './replay-words';
import { type VariantChoices, variantsOf } from './variant-choices';
import { VariantFields } from './variant-fields';

const KINDS = [
  { value: 'namespace', label: 'A namespace' },
  { value: 'all', label: 'Whole cluster' },
] as const;

/** Starts a replay of a namespace or the whole cluster. */
export function StartCard() {
  const way = useWay();
  const namespaces = useNamespaces().data?.namespaces ?? [];
  const [kind, setKind] = useState<'namespace' | 'all'>('namespace');
  const [chosen, setChosen] = useState<string>();
  const [choices, setChoices] = useState<VariantChoices>({ days: 7, recommenders: [], mode: '' });
  const start = useStartReplay();
  const namespace = chosen ?? namespaces[0]?.name;
  const vpas = namespaces
    .filter(({ name }) => kind === 'all' || name === namespace)
    .reduce((sum, one) => sum + one.vpas, 0);
  const begin = () => {
    const scope = kind === 'all' ? { kind } : { kind, namespace: namespace ?? '' };
    start.mutate(
      { scope, days: choices.days, variants: variantsOf(choices) },
      { onSuccess: ({ id }) => way.push(replayHref(id)) },
    );
  };
  return (
    <Box mb={16}>
      <Card title="Replay the last days">
        <Text c="dimmed" fz={13} mb={12}>
          Lives through the usage of many workloads again, under the policies as they are and with other
          recommenders. Nothing in the cluster changes. For one workload, open its page.
        </Text>
        <Flex wrap="wrap" align="end" gap="12px 24px">
          <Segments label="What to replay" size="xs" options={KINDS} value={kind} onChange={setKind} />
          {kind === 'namespace' && (
            <Select
              aria-label="Namespace to replay"
              size="xs"
              searchable
              allowDeselect={false}
              data={namespaces.map(({ name }) => name)}
              value={namespace ?? null}
              onChange={(value) => setChosen(value ?? undefined)}
            />
          )}
          <VariantFields choices={choices} onChange={setChoices} />
          <GuardedButton
            deed={kind === 'all' || !namespace ? { to: 'replay' } : { to: 'replay', namespace }}
            size="xs"
            leftSection={<IconPlayerPlay size={14} />}
            disabled={kind === 'namespace' && !namespace}
            loading={start.isPending}
            onClick={begin}
          >
            Replay {countOf(vpas, 'workload')}
          </GuardedButton>
        </Flex>
        {start.isError && (
          <Text mt={12} c="var(--danger)" fz={13} role="alert">
            Not started: {start.error.message}
          </Text>
        )}
      </Card>
    </Box>
  );
}

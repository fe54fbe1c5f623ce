'use client';

import { Loader, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpdateMode } from '@/server/contract/kubernetes';
import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleDeletion } from '@/server/contract/requests/rule-edit';
import { countOf } from '@/server/words/counts';
import { GuardedButton } from '../access/guarded-button';
import { useEffectOf } from '../api/edits';
import { sendChange } from '../api/request';
import { IconTrash } from '../icons';
import { notify } from '../notices/notify';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { ConfirmDialog } from '../stop/confirm-dialog';
import { RemovedVpas } from './removed-vpas';

interface DeleteRuleProps {
  name: string;
  vpas: number;
  /** Whether it was deleted already, and waits to hear what becomes of its VPAs. */
  isAwaited: boolean;
  onDeleted: () => void;
}

/** Deletes a policy, after asking what becomes of its VPAs. */
export function DeleteRule({ name, vpas, isAwaited, onDeleted }: DeleteRuleProps) {
  const [opened, setOpened] = useState(false);
  const [choice, setChoice] = useState<RuleDeletion['vpas']>('Keep');
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: (chosen: RuleDeletion['vpas']) =>
      sendChange('DELETE', `/api/rules/${encodeURIComponent(name)}`, { vpas: chosen }),
    onSuccess: (_, chosen) => {
      const what = chosen === 'Keep' ? 'stay' : 'are removed';
      const message = vpas > 0 ? `Its VPAs ${what}.` : 'It had no VPAs.';
      notify({ color: 'verdigris', title: `Rule ${name} is deleted`, message });
      setOpened(false);
      onDeleted();
      // This page goes with the rule; the next one asks for what it shows.
      void queryClient.invalidateQueries({ refetchType: 'none' });
    },
  });
  return (
    <>
      <GuardedButton
        deed={{ to: 'delete-policy', name }}
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.7} />}
        onClick={() => setOpened(true)}
      >
        {isAwaited ? 'Decide about its VPAs' : 'Delete'}
      </GuardedButton>
      {opened && (
        <ConfirmDialog
          title={`Delete rule ${name}`}
          width={720}
          action="Delete the rule"
          failed="Not deleted"
          state={deletion}
          onConfirm={() => deletion.mutate(choice)}
          onClose={() => setOpened(false)}
        >
          <Stack gap="sm">
            <Radio.Group
              label={`What becomes of its ${countOf(vpas, 'VPA')}`}
              value={choice}
              onChange={(value) => setChoice(value as RuleDeletion['vpas'])}
            >
              <Stack gap="xs" mt={6}>
                <Radio
                  value="Keep"
                  label="Keep them"
                  description="They are yours from then on; Plumbline goes on to act on them as they say."
                />
                <Radio
                  value="Remove"
                  label="Remove them"
                  description="New pods start with the requests of their template; running pods stay as they are."
                />
              </Stack>
            </Radio.Group>
            <DeletionEffect key={choice} name={name} vpas={choice} />
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What deleting a rule does to its VPAs, and to their pods. */
function DeletionEffect({ name, vpas }: { name: string } & RuleDeletion) {
  const { data, error } = useEffectOf<ScalingPolicyEffectView>(
    `/api/rules/${encodeURIComponent(name)}/deletion`,
    JSON.stringify({ vpas } satisfies RuleDeletion),
  );
  if (error)
    return (
      <Text size="sm" role="alert">
        What it does to pods cannot be told now: {error.message}
      </Text>
    );
  if (!data)
    return (
      <span role="status">
        <Loader size={14} mr={8} aria-hidden="true" />
        Computing the effect
      </span>
    );
  return (
    <>
      <ul>
        {data.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      {data.removed === undefined && (
        <ReplayOfOne
          vpas={(data.foreseen ?? []).map(({ namespace, name, updateMode }) => ({
            namespace,
            name,
            variants: [
              { name: 'As saved' },
              { name: `Mode ${updateMode}`, updateMode: updateMode as UpdateMode },
            ],
          }))}
        />
      )}
      <RemovedVpas effect={data} />
      <ForeseenList label="What becomes of the pods of those that go over" vpas={data.foreseen ?? []} />
    </>
  );
}

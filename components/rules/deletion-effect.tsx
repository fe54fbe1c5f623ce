import { Loader, Text } from '@mantine/core';
import type { UpdateMode } from '@/server/contract/kubernetes';
import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleDeletion } from '@/server/contract/requests/rule-edit';
import { useEffectOf } from '../api/edits';
import shared from '../layout/shared.module.css';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { RemovedVpas } from './removed-vpas';

/** What deleting a rule does to its VPAs, and to their pods. */
export function DeletionEffect({ name, vpas }: { name: string } & RuleDeletion) {
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
      <ul className={shared.list}>
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

import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ForeseenVpa } from '@/server/contract/operations';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';
import { ReplayVerdict } from '../replay/replay-verdict';

interface ChangedReplayProps {
  /** VPAs that the policy changes. */
  vpas: readonly Pick<ForeseenVpa, 'namespace' | 'name'>[];
  /** What of them it changes. */
  template: PolicyEdit;
}

/** Last week with the change of a policy, for one of its VPAs after the other: by itself for the first. */
export function ChangedReplay({ vpas, template }: ChangedReplayProps) {
  const [chosen, setChosen] = useState<string>();
  const keyOf = ({ namespace, name }: (typeof vpas)[number]) => `${namespace}/${name}`;
  const vpa = vpas.find((one) => keyOf(one) === chosen) ?? vpas[0];
  if (!vpa) return null;
  return (
    <div>
      {vpas.length > 1 && (
        <Select
          size="xs"
          mb={8}
          label="Last week is replayed for"
          data={vpas.map(keyOf)}
          value={keyOf(vpa)}
          allowDeselect={false}
          onChange={(key) => setChosen(key ?? undefined)}
        />
      )}
      <ReplayVerdict
        key={keyOf(vpa)}
        namespace={vpa.namespace}
        name={vpa.name}
        variants={[{ name: 'As saved' }, { name: 'This edit', edit: template }]}
      />
    </div>
  );
}

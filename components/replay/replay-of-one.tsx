import { Select } from '@mantine/core';
import { useState } from 'react';
import type { VariantRequest } from '@/server/contract/replays';
import { ReplayVerdict } from './replay-verdict';
import classes from './replay-verdict.module.css';

/** A VPA, as it is and with the change. */
export interface ReplayedVpa {
  readonly namespace: string;
  readonly name: string;
  readonly variants: readonly [VariantRequest, VariantRequest];
}

/** Last week with the change of many VPAs, for one of them after the other: by itself for the first. */
export function ReplayOfOne({ vpas }: { vpas: readonly ReplayedVpa[] }) {
  // Kept once it is replayed: lists that are asked for again may come in another order.
  const [chosen, setChosen] = useState(vpas[0] && keyOf(vpas[0]));
  const vpa = vpas.find((one) => keyOf(one) === chosen) ?? vpas[0];
  if (!vpa) return null;
  if (chosen !== keyOf(vpa)) setChosen(keyOf(vpa));
  return (
    <div className={classes.one}>
      {vpas.length > 1 && (
        <Select
          size="xs"
          mb={8}
          label="Last week is replayed for"
          data={vpas.map(keyOf)}
          value={keyOf(vpa)}
          allowDeselect={false}
          searchable
          onChange={(key) => key && setChosen(key)}
        />
      )}
      <ReplayVerdict key={keyOf(vpa)} {...vpa} order={3} />
    </div>
  );
}

function keyOf({ namespace, name }: ReplayedVpa): string {
  return `${namespace}/${name}`;
}

'use client';

import { useState } from 'react';
import type { CostsView } from '@/server/contract/costs';
import { GuardedButton } from '../access/guarded-button';
import { IconCoins } from '../icons';
import { onDemand } from '../on-demand/on-demand';

const PricesDialog = onDemand(() => import('./prices-dialog'));

/** Asks for prices, or changes them. */
export function PricesButton({ view }: { view: CostsView }) {
  const [opened, setOpened] = useState(false);
  const { prices } = view;
  if (!prices) return null;
  return (
    <>
      <GuardedButton
        deed={{ to: 'set-prices' }}
        variant={prices.keptIn === 'assumed' ? 'filled' : 'default'}
        size="compact-sm"
        leftSection={<IconCoins size={15} stroke={1.7} />}
        onClick={() => setOpened(true)}
      >
        {prices.keptIn === 'assumed' ? 'Set prices…' : 'Change prices…'}
      </GuardedButton>
      {opened && <PricesDialog view={view} prices={prices} onClose={() => setOpened(false)} />}
    </>
  );
}

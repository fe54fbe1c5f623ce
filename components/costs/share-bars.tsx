import { Flex } from '@mantine/core';
import type { CSSProperties } from 'react';
import { type CostShare, type CostsView, sizeOf } from '@/server/contract/costs';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { amountsText, costSum, monthText } from './cost-words';
import classes from './costs.module.css';

/** The namespaces where most is to free or to add: to free on the left, to add on the right, on one scale. */
export function ShareBars({ view: { shares, currency } }: { view: CostsView }) {
  const sizes = shares.flatMap(({ cost }) => [sizeOf(cost, 'saving'), sizeOf(cost, 'growth')]);
  const largest = Math.max(0, ...sizes);
  return (
    <Card
      title="To free and to add, by namespace"
      aside={
        <span className={classes.soft}>{currency === undefined ? '8 GiB drawn as one core' : 'a month'}</span>
      }
    >
      {largest === 0 ? (
        <p className={shared.soft}>Requests and targets are equal everywhere.</p>
      ) : (
        <>
          <p className={classes.sides} aria-hidden="true">
            <span>To free</span>
            <span>To add</span>
          </p>
          <Flex component="ul" direction="column" gap={4} fz={12}>
            {shares.map((share) => (
              <ShareRow key={share.namespace ?? ''} share={share} largest={largest} currency={currency} />
            ))}
          </Flex>
        </>
      )}
    </Card>
  );
}

interface ShareRowProps {
  share: CostShare;
  largest: number;
  currency: string | undefined;
}

function ShareRow({ share: { namespace, cost }, largest, currency }: ShareRowProps) {
  const text = (part: 'saving' | 'growth') => {
    if (costSum(cost.amounts[part]) === 0) return 'none';
    if (!cost.money || currency === undefined) return amountsText(cost.amounts[part]);
    return monthText(currency, costSum(cost.money[part]));
  };
  const bar = (part: 'saving' | 'growth') => (
    <span
      className={classes.bar}
      data-part={part}
      style={{ '--share': (sizeOf(cost, part) / largest).toFixed(4) } as CSSProperties}
      aria-hidden="true"
    />
  );
  return (
    <li className={classes.share}>
      <span className={classes.shareName}>
        {namespace === undefined ? (
          'all others'
        ) : (
          <Link href={`/savings?${new URLSearchParams({ namespace })}`} className={shared.link}>
            {namespace}
          </Link>
        )}
      </span>
      <span className={classes.side} data-part="saving">
        <span className={shared.hidden}>to free </span>
        <span>{text('saving')}</span>
        {bar('saving')}
      </span>
      <span className={classes.side} data-part="growth">
        {bar('growth')}
        <span className={shared.hidden}>to add </span>
        <span>{text('growth')}</span>
      </span>
    </li>
  );
}

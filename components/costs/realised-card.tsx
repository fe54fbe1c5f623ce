'use client';

import { Box, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';
import { memo, useMemo } from 'react';
import { type Both, HOURS_PER_MONTH, type Realised, WITHOUT_POLICY } from '@/server/contract/costs';
import { countOf } from '@/server/words/counts';
import { formatMoney } from '@/server/words/money';
import { useRealised } from '../api/queries';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { addressWords } from '../lists/address-words';
import { amountsText, costSum } from './cost-words';
import classes from './costs.module.css';
import { realisedSeries, realisedTotals } from './realised-series';

/** The line, loaded after the numbers: its library is large. */
const LazyRealisedChart = memo(
  dynamic(() => import('./realised-chart'), {
    ssr: false,
    loading: () => <Skeleton height={220} />,
  }),
);

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;

interface RealisedCardProps {
  namespace: string;
  policy: string;
  /** The cluster's time. */
  nowMs: number;
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What became of requests since a date that people choose: saved and grown apart, now and over time. */
export function RealisedCard({ namespace, policy, nowMs }: RealisedCardProps) {
  const [since, setSince] = useQueryState('since', parseAsString.withDefault(''));
  const { data, failure } = useRealised({ since, namespace, policy });
  return (
    <Card
      title="Realised"
      aside={
        <TextInput
          type="date"
          size="xs"
          label="Since"
          classNames={{ root: classes.since, label: classes.soft }}
          value={since || dateOf(nowMs - USUAL_DAYS * DAY_MS)}
          max={dateOf(nowMs)}
          onChange={(event) => setSince(event.currentTarget.value || null)}
        />
      }
    >
      {failure?.kind === 'refused' && failure.status === 400 ? (
        <p className={shared.soft} role="alert">
          {addressWords(failure)}
        </p>
      ) : (
        data && <Answer answer={data} scope={scopeWords(namespace, policy)} onSince={setSince} />
      )}
    </Card>
  );
}

function scopeWords(namespace: string, policy: string): string {
  const words = [
    namespace && `namespace ${namespace}`,
    policy === WITHOUT_POLICY ? 'no rule' : policy && `rule ${policy}`,
  ];
  return words.filter((word) => word !== '').join(', ');
}

type Told = NonNullable<ReturnType<typeof useRealised>['data']>;

interface AnswerProps {
  answer: Told;
  scope: string;
  onSince: (date: string) => void;
}

function Answer({ answer, scope, onSince }: AnswerProps) {
  switch (answer.state) {
    case 'reading':
      return (
        <p className={shared.soft} role="status">
          Reading the history of requests
          {answer.of > 0 && `: ${answer.done} of ${countOf(answer.of, 'workload')}`}…
        </p>
      );
    case 'away':
      return (
        <p className={shared.soft} role="status">
          The database does not answer, so what was requested then is not known.
        </p>
      );
    case 'read':
      return <Read realised={answer.realised} currency={answer.currency} scope={scope} onSince={onSince} />;
  }
}

interface ReadProps {
  realised: Realised;
  currency: string | undefined;
  scope: string;
  onSince: (date: string) => void;
}

function Read({ realised, currency, scope, onSince }: ReadProps) {
  const { compared, notKnown, notPriced, sinceMs, firstMs, money } = realised;
  const series = useMemo(() => realisedSeries(realised, currency), [realised, currency]);
  if (compared === 0)
    return (
      <p className={shared.soft}>
        What {notKnown > 0 ? countOf(notKnown, 'container') : 'containers'} requested on {dateOf(sinceMs)} is
        not known.{' '}
        {firstMs !== undefined && dateOf(firstMs) > dateOf(sinceMs) && (
          <>
            The history begins on {dateOf(firstMs)}:{' '}
            <UnstyledButton
              c="var(--target)"
              fz="inherit"
              td="underline"
              onClick={() => onSince(dateOf(firstMs))}
            >
              show since then
            </UnstyledButton>
          </>
        )}
      </p>
    );
  const totals = realisedTotals(realised);
  const total = (amounts: Both) =>
    currency === undefined
      ? `${rounded(amounts.cpu / 1000)} core-hours and ${rounded(amounts.memory / 1024 ** 3)} GiB-hours`
      : formatMoney(currency, costSum(amounts));
  return (
    <>
      <dl className={classes.figures} data-two>
        <Figure
          part="saving"
          label="Saved now"
          amounts={realised.saved}
          money={money?.saved}
          currency={currency}
        />
        <Figure
          part="growth"
          label="Grown now"
          amounts={realised.grown}
          money={money?.grown}
          currency={currency}
        />
      </dl>
      <Text maw="100ch" my={10} c="dimmed" fz={12}>
        Requests now against those on {dateOf(sinceMs)}, at today's pods
        {currency !== undefined && ' and prices'}
        {scope && `, ${scope}`}.{' '}
        {series.isKnown &&
          `Since then ${total(totals.saved)} saved and ${total(totals.grown)} more, over the ${Math.round(totals.hours)} h that are known.`}{' '}
        {countOf(compared, 'container')} compared
        {notKnown > 0 && `; of ${notKnown} more the requests then or now are not known`}
        {notPriced > 0 && `; ${notPriced} without a price today`}.
      </Text>
      {series.isKnown && <LazyRealisedChart series={series} currency={currency} />}
    </>
  );
}

const rounded = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

interface FigureProps {
  part: 'saving' | 'growth';
  label: string;
  amounts: Both;
  money: Both | undefined;
  currency: string | undefined;
}

function Figure({ part, label, amounts, money, currency }: FigureProps) {
  const hasMoney = money !== undefined && currency !== undefined;
  return (
    <div className={classes.figure} data-part={part}>
      <dt className={shared.smallText}>{label}</dt>
      <Box component="dd" mt={2}>
        <strong className={classes.main}>
          {hasMoney ? formatMoney(currency, costSum(money) * HOURS_PER_MONTH) : amountsText(amounts)}
        </strong>{' '}
        {hasMoney && (
          <>
            <span className={classes.soft}>a month</span>
            <span className={shared.under}>
              {formatMoney(currency, costSum(money))} an hour · {amountsText(amounts)}
            </span>
          </>
        )}
      </Box>
    </div>
  );
}

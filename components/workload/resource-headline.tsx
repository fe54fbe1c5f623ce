import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { notableCap, requestVerdict, VERDICT_WORDS } from '@/server/contract/verdict';
import {
  exactAmount,
  formatAmount,
  formatAmountRange,
  formatRequestAndTarget,
  isUnbounded,
  resourceTitle,
} from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import { noSamplesOf } from '@/server/words/no-samples';
import { IconArrowNarrowRight } from '../icons';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import { OF_NEW_PODS } from '../workloads/new-pod-words';
import { StateMark } from '../workloads/state-mark';
import { cappedWords } from '../workloads/workload-words';
import classes from './resource-headline.module.css';

interface ResourceHeadlineProps {
  resource: Resource;
  view: ResourceView;
  /** Of the container. */
  confidence: number;
  isOfNewPods: boolean;
  /** Below the numbers. */
  children?: ReactNode;
}

/** The result first: request → target, the verdict on the request, and the numbers around it. */
export function ResourceHeadline({
  resource,
  view,
  confidence,
  isOfNewPods,
  children,
}: ResourceHeadlineProps) {
  const verdict = requestVerdict(view, confidence);
  const cap = notableCap(view);
  const amount = (value: number | undefined) =>
    value === undefined ? '–' : isUnbounded(value) ? 'none yet' : formatAmount(resource, value);
  const [request = 'not set', target = view.hasNoSamples ? noSamplesOf(resource) : 'no target yet'] =
    formatRequestAndTarget(resource, view.request, view.target);
  const facts: [label: string, value: string, exact?: string][] = [
    ...(isOfNewPods ? [['Request', OF_NEW_PODS] as [string, string]] : []),
    ['Lower bound', amount(view.lowerBound), exactly(resource, view.lowerBound)],
    ['Upper bound', amount(view.upperBound), exactly(resource, view.upperBound)],
    ['Uncapped', amount(view.uncappedTarget), exactly(resource, view.uncappedTarget)],
    ['Limit', view.limit ? formatAmountRange(resource, view.limit) : 'none'],
    ['Limit target', amount(view.ownLimit?.target), exactly(resource, view.ownLimit?.target)],
    [
      'Used now',
      view.usedShareOfRequest === undefined
        ? view.usage
          ? amount(view.usage.mean)
          : 'not measured'
        : `${amount(view.usage?.mean)} (${formatShare(view.usedShareOfRequest)})`,
    ],
  ];
  const known = facts.filter(([, value]) => value !== '–');
  return (
    <section className={classes.headline} aria-label={`${resourceTitle(resource)} recommendation`}>
      <Group gap="4px 10px" fz={18} fw={650} lh="1.4" lts="-0.01em">
        <Text span inherit miw={52} fz={15} fw={600} lts={0}>
          {resourceTitle(resource)}
        </Text>
        <Text span inherit fw={450}>
          {request}
        </Text>
        <IconArrowNarrowRight size={20} stroke={1.5} role="img" aria-label="to" className={shared.quiet} />
        <span
          className={classes.target}
          data-none={view.target === undefined}
          title={exactly(resource, view.target)}
        >
          <LiveValue text={target} />
        </span>
        <span className={classes.verdict}>
          <StateMark state={cap ? 'capped' : verdict === 'unknown' ? 'none' : verdict} />
          {cap && `${cappedWords(resource, cap)}; `}
          {cap ? VERDICT_WORDS[verdict].toLowerCase() : VERDICT_WORDS[verdict]}
        </span>
      </Group>
      <dl className={classes.facts}>
        {known.map(([label, value, exact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={exact}>
              <LiveValue text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

function exactly(resource: Resource, value: number | undefined): string | undefined {
  return value === undefined ? undefined : exactAmount(resource, value);
}

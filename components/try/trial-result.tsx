import { Flex, Text } from '@mantine/core';
import type { TrialView, TriedChange } from '@/server/contract/admission';
import { LEFT_REASONS } from '@/server/words/admission';
import { formatAmount, resourceName } from '@/server/words/amounts';
import { YamlChange } from '../edit/yaml-change';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import { ScrollRegion } from '../layout/scroll-region';
import shared from '../layout/shared.module.css';
import dotClasses from '../layout/tone-dot.module.css';
import { FactTable } from '../lists/fact-table';
import tableClasses from '../lists/fact-table.module.css';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import classes from './try-screen.module.css';

/** How a trial came out: changed, left alone, or something to mend. */
const TRIAL_TONES: Partial<Record<TrialView['outcome'], 'good' | 'warning' | 'bad'>> = {
  patched: 'good',
  observed: 'good',
  accepted: 'good',
  refused: 'bad',
  unreadable: 'bad',
  failed: 'bad',
  'patch-withheld': 'warning',
  'not-ready': 'warning',
  stopped: 'warning',
};

/** How an amount came about, one clause each. */
function changeNotes({ caps, boosted }: Pick<TriedChange, 'caps' | 'boosted'>): string {
  const notes = [...caps, ...(boosted ? ['raised for the startup'] : [])];
  return notes.length > 0 ? notes.join('; ') : 'as recommended';
}

function leftSentence({
  container,
  resource,
  reason,
  autoscaler,
  room: full,
}: TrialView['left'][number]): string {
  const by = autoscaler ? `: ${autoscaler}` : full ? `: ${full}` : '';
  return `${container} keeps its own ${resourceName(resource)} request, because ${LEFT_REASONS[reason]}${by}.`;
}

const ORIGINS: Readonly<Record<NonNullable<TrialView['origin']>, string>> = {
  live: 'recommended live, by this process or the one it asks',
  status: 'recommended in the status of the VPA',
  none: 'nothing recommended',
};

/** What admission would make of the pod: the amounts with every cap, then the patch. */
export function TrialResult({ trial }: { trial: TrialView }) {
  const { namespace, vpa, workload, origin, overruled, changes, left, before, after, patch } = trial;
  return (
    <>
      <Card title="Result">
        <div role="status">
          <span
            className={`${dotClasses.dot} ${classes.outcome}`}
            data-tone={TRIAL_TONES[trial.outcome] ?? 'quiet'}
          >
            {trial.sentence}
          </span>
          {trial.detail && (
            <Text mb={10} c="dimmed" fz={13}>
              {trial.detail}
            </Text>
          )}
          <Flex component="p" wrap="wrap" gap="4px 16px" mt={10} fz={13}>
            <span>Namespace {namespace}</span>
            {workload && (
              <span>
                a pod of {workload.kind} {workload.name}
              </span>
            )}
            {vpa && (
              <span>
                VPA{' '}
                <Link className={shared.target} href={workloadHref(namespace, vpa.name)}>
                  {vpa.name}
                </Link>
                , mode {vpa.mode}
              </span>
            )}
            {origin && <span>{ORIGINS[origin]}</span>}
            {overruled.length > 0 && <span>not by {overruled.join(', ')}, which it overrules</span>}
          </Flex>
        </div>
      </Card>
      {changes.length + left.length > 0 && (
        <Card title="Requests and limits">
          {changes.length > 0 && <ChangeTable changes={changes} />}
          {left.length > 0 && (
            <ul className={classes.left}>
              {left.map((one) => (
                <li key={`${one.container} ${one.resource}`}>{leftSentence(one)}</li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {patch.length > 0 && (
        <Card title="Before and after">
          {trial.hasDefaults && (
            <Text mb={10} c="dimmed" fz={13}>
              The API server adds the defaults of the namespace before admission; they are part of the
              difference.
            </Text>
          )}
          <YamlChange before={before} after={after} />
          <Fold label="JSON patch" note={`${patch.length} operations`}>
            <ScrollRegion label="JSON patch">
              <pre className={classes.patch}>{JSON.stringify(patch, null, 2)}</pre>
            </ScrollRegion>
          </Fold>
        </Card>
      )}
    </>
  );
}

function ChangeTable({ changes }: Pick<TrialView, 'changes'>) {
  return (
    <FactTable
      label="Requests and limits that change"
      headings={['Container', 'What', 'Before', 'After', 'Why']}
    >
      {changes.map((change) => (
        <tr key={`${change.container} ${change.resource} ${change.field}`}>
          <th scope="row" className={tableClasses.name}>
            {change.container}
          </th>
          <td>
            {change.resource === 'cpu' ? 'CPU' : change.resource} {change.field}
          </td>
          <td>{change.from === undefined ? 'none' : formatAmount(change.resource, change.from)}</td>
          <td>{formatAmount(change.resource, change.to)}</td>
          <td>{changeNotes(change)}</td>
        </tr>
      ))}
    </FactTable>
  );
}

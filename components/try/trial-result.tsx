import type { TrialView } from '@/server/contract/admission';
import { formatAmount } from '@/server/words/amounts';
import { YamlChange } from '../edit/yaml-change';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import { ScrollRegion } from '../layout/scroll-region';
import dotClasses from '../layout/tone-dot.module.css';
import { FactTable } from '../lists/fact-table';
import tableClasses from '../lists/fact-table.module.css';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { amountBefore, changeNotes, leftSentence, ORIGINS, trialTone } from './trial-words';
import classes from './try-screen.module.css';

/** What admission would make of the pod: the amounts with every cap, then the patch. */
export function TrialResult({ trial }: { trial: TrialView }) {
  const { namespace, vpa, workload, origin, overruled, changes, left, before, after, patch } = trial;
  return (
    <>
      <Card title="Result">
        <div role="status">
          <span className={`${dotClasses.dot} ${classes.outcome}`} data-tone={trialTone(trial)}>
            {trial.sentence}
          </span>
          {trial.detail && <p className={classes.soft}>{trial.detail}</p>}
          <p className={classes.facts}>
            <span>Namespace {namespace}</span>
            {workload && (
              <span>
                a pod of {workload.kind} {workload.name}
              </span>
            )}
            {vpa && (
              <span>
                VPA{' '}
                <Link className={classes.link} href={workloadHref(namespace, vpa.name)}>
                  {vpa.name}
                </Link>
                , mode {vpa.mode}
              </span>
            )}
            {origin && <span>{ORIGINS[origin]}</span>}
            {overruled.length > 0 && <span>not by {overruled.join(', ')}, which it overrules</span>}
          </p>
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
            <p className={classes.soft}>
              The API server adds the defaults of the namespace before admission; they are part of the
              difference.
            </p>
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
          <td>{amountBefore(change)}</td>
          <td>{formatAmount(change.resource, change.to)}</td>
          <td>{changeNotes(change)}</td>
        </tr>
      ))}
    </FactTable>
  );
}

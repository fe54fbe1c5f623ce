import { Box, Flex } from '@mantine/core';
import type { HpaDetail } from '@/server/contract/hpas';
import { countOf, formatShare } from '@/server/words/counts';
import { metricLabel, targetText } from '@/server/words/hpa-metrics';
import { DefinitionLines } from '../layout/definition-lines';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { FactTable } from '../lists/fact-table';
import factClasses from '../lists/fact-table.module.css';
import { amountText, evidencePodGroups, evidencePods, podWhy, proposalText } from './evidence-words';
import classes from './metric-evidence.module.css';

type Metric = NonNullable<HpaDetail['evaluation']>['metrics'][number];
type Pods = Extract<Metric['outcome'], { kind: 'proposed' }>['pods'];

interface MetricEvidenceProps {
  metric: Metric;
  isWinner: boolean;
  /** Why it failed, if it did. */
  failure: string | undefined;
}

export function MetricEvidence({ metric: { spec, outcome }, isWinner, failure }: MetricEvidenceProps) {
  const label = metricLabel(spec);
  const pods = outcome.kind === 'failed' ? 0 : evidencePods(outcome.podCounts);
  return (
    <section className={classes.metric} aria-label={label}>
      <Flex component="h3" wrap="wrap" align="baseline" gap="4px 10px" fz={14}>
        {label}
        <span className={`${shared.plain} ${shared.soft}`}>target {targetText(spec)}</span>
        {isWinner && <span className={classes.winner}>decides</span>}
      </Flex>
      {outcome.kind === 'failed' ? (
        <p className={classes.bad}>{failure}</p>
      ) : (
        <>
          <p className={classes.says}>{proposalText(outcome)}</p>
          <Box maw={440} mb={10}>
            <DefinitionLines
              lines={[
                { label: 'Measured', value: amountText(spec, outcome.current) },
                { label: 'Of its target', value: formatShare(outcome.ratio) },
                ...(outcome.filledRatio === undefined
                  ? []
                  : [{ label: 'With missing pods filled in', value: formatShare(outcome.filledRatio) }]),
                {
                  label: 'Tolerance',
                  value: `${formatShare(outcome.tolerances.up)} above, ${formatShare(outcome.tolerances.down)} below`,
                },
                ...(pods > 0 ? [{ label: 'Pods', value: evidencePodGroups(outcome.podCounts) }] : []),
              ]}
            />
          </Box>
          {pods > 0 && (
            <Fold label="What each pod counts" note={countOf(pods, 'pod')} about={label}>
              <PodTable label={label} spec={spec} pods={outcome.pods} others={pods - outcome.pods.length} />
            </Fold>
          )}
        </>
      )}
    </section>
  );
}

interface PodTableProps {
  label: string;
  spec: Metric['spec'];
  pods: Pods;
  others: number;
}

function PodTable({ label, spec, pods, others }: PodTableProps) {
  return (
    <>
      <FactTable label={`${label} by pod`} headings={['Pod', 'Measured', 'Requested', 'Counts as', 'Why']}>
        {pods.map((pod) => {
          const { measured, requested, counts, why } = podWhy(spec, pod);
          return (
            <tr key={pod.pod}>
              <th scope="row" className={factClasses.name}>
                {pod.pod}
              </th>
              <td>{measured}</td>
              <td>{requested}</td>
              <td>{counts}</td>
              <td>{why}</td>
            </tr>
          );
        })}
      </FactTable>
      {others > 0 && <p className={shared.soft}>and {countOf(others, 'other pod')}.</p>}
    </>
  );
}

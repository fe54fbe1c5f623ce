'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import type { CompareView, WorkloadInCluster } from '@/server/contract/across';
import { resourceName } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { usePolled } from '../api/queries';
import { costSum, monthText } from '../costs/cost-words';
import { IconStack2 } from '../icons';
import shared from '../layout/shared.module.css';
import { ListHeading } from '../lists/list-heading';
import { type Column, ListTable } from '../lists/list-table';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { InCluster } from '../navigation/row-cluster';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { ModeBadge } from '../workloads/mode-badge';
import { modeWords } from '../workloads/mode-words';
import classes from './across.module.css';
import { type ComparedLine, comparedLines } from './compare-rows';
import { MissingNotice } from './missing-notice';

const PARAMS = {
  namespace: parseAsString.withDefault(''),
  kind: parseAsString.withDefault(''),
  name: parseAsString.withDefault(''),
};

/** The same workload in every cluster that has it, side by side. */
export function CompareScreen() {
  const [asked] = useQueryStates(PARAMS);
  const {
    data: view,
    nowMs = 0,
    failure,
  } = usePolled<CompareView>(`/api/clusters/compare?${new URLSearchParams(asked)}`);
  if (!view) return failureScreen(failure);
  const { namespace, kind, name, rows, without, clusters } = view;
  return (
    <>
      <ListHeading
        title={`${namespace}/${name}`}
        count={`${kind} in ${rows.length} of ${countOf(clusters, 'cluster')}`}
        about={without.length > 0 && `Not in ${without.join(', ')}.`}
      />
      <MissingNotice view={view} many="workloads" nowMs={nowMs} />
      {rows.length === 0 ? (
        <Screen icon={IconStack2} title="No cluster tells of it" headingLevel={2}>
          It appears here once a VPA targets it in a cluster that answers you.
        </Screen>
      ) : (
        <ListTable
          caption={`${kind} ${namespace}/${name} in each cluster`}
          columns={columnsOf(rows)}
          rows={rows}
          keyOf={({ cluster, workload }) => `${cluster} ${workload.name}`}
          partsOf={(row) => comparedLines(row, rows)}
          sort={{ key: 'cluster', descending: false }}
          onSort={() => undefined}
          classes={{ table: classes.compareTable }}
        />
      )}
    </>
  );
}

function columnsOf(
  rows: readonly WorkloadInCluster[],
): readonly Column<WorkloadInCluster, ComparedLine, string>[] {
  const isPriced = rows.some(({ cost }) => cost?.money);
  return [
    {
      key: 'cluster',
      label: 'Cluster',
      isRowHeading: true,
      cell: ({ cluster, labels, workload, cost, currency }) => (
        <InCluster name={cluster}>
          <Link href={workloadHref(workload.namespace, workload.name)} className={shared.link}>
            {cluster}
          </Link>
          <span className={shared.under}>
            {Object.entries(labels)
              .map(([key, value]) => `${key}=${value}`)
              .join(', ')}
          </span>
          <span className={`${shared.under} ${classes.narrowOnly}`}>
            {modeWords(workload)}, {countOf(workload.pods, 'pod')}
            {cost?.money && currency && `, ${monthText(currency, costSum(cost.money.requests))} a month`}
          </span>
        </InCluster>
      ),
    },
    {
      key: 'mode',
      label: 'Mode',
      className: classes.wideOnly,
      cell: ({ cluster, workload: { updateMode, heldMode } }) => (
        <InCluster name={cluster}>
          <ModeBadge updateMode={updateMode} heldMode={heldMode} />
        </InCluster>
      ),
    },
    {
      key: 'pods',
      label: 'Pods',
      className: classes.wideOnly,
      cell: ({ workload }) => workload.pods.toLocaleString('en-US'),
    },
    { key: 'container', label: 'Container', part: (line) => line?.container },
    { key: 'resource', label: 'Resource', part: (line) => line && resourceName(line.resource) },
    { key: 'request', label: 'Request', className: classes.amount, part: (line) => line?.request },
    {
      key: 'target',
      label: 'Target',
      className: classes.amount,
      part: (line) =>
        line && (
          <span className={classes.compared} data-unlike={line.isUnlike}>
            {line.target}
          </span>
        ),
    },
    { key: 'bounds', label: 'Bounds', part: (line) => line?.bounds },
    { key: 'peak', className: classes.amount, label: 'Highest use now', part: (line) => line?.peak },
    ...(isPriced
      ? [
          {
            key: 'cost',
            label: 'A month',
            className: classes.wideOnly,
            cell: ({ cost, currency }: WorkloadInCluster) =>
              cost?.money && currency ? monthText(currency, costSum(cost.money.requests)) : 'not priced',
          },
        ]
      : []),
  ];
}

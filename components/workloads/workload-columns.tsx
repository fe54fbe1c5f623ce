import Link from 'next/link';
import type { WorkloadRow } from '@/server/process/pages/views';
import type { ContainerView } from '@/server/recommender/views';
import { countOf } from '@/server/words/counts';
import { GlyphScale } from '../charts/glyph-scale';
import cards from '../lists/card-table.module.css';
import type { Column, Spanning } from '../lists/list-table';
import { workloadHref } from '../navigation/pages';
import { ConfidenceCell } from './confidence-cell';
import { containerRemark } from './container-remark';
import { ModeBadge } from './mode-badge';
import { modeWords } from './mode-words';
import { OF_NEW_PODS } from './new-pod-words';
import { ResourceCell } from './resource-cell';
import { StateCell } from './state-cell';
import { WasteCell } from './waste-cell';
import type { WorkloadSort } from './workload-list';
import classes from './workload-table.module.css';
import { reasonInWords } from './workload-words';

const USUAL_RECOMMENDER = 'default';
const SPARE_HINT = 'Sort by what pods request above the target';

/**
 * The columns of the workloads: a container has its own line, the workload's cells are beside all of them.
 */
export const WORKLOAD_COLUMNS: readonly Column<WorkloadRow, ContainerView, WorkloadSort>[] = [
  {
    key: 'workload',
    label: 'Workload',
    sort: 'workload',
    className: classes.workload,
    isRowHeading: true,
    cell: (workload) => <NameCell workload={workload} />,
  },
  {
    key: 'state',
    label: 'State',
    sort: 'risk',
    hint: 'Sort by risk, then by waste',
    className: classes.state,
    cell: ({ standing, findings }) => <StateCell standing={standing} findings={findings} />,
  },
  {
    key: 'mode',
    label: 'Mode',
    sort: 'mode',
    className: classes.mode,
    cell: ({ updateMode, heldMode, recommender }) => (
      <>
        <ModeBadge updateMode={updateMode} heldMode={heldMode} />
        {recommender !== USUAL_RECOMMENDER && <span className={classes.chosen}>{recommender}</span>}
      </>
    ),
  },
  {
    key: 'recommender',
    label: 'Recommender',
    sort: 'recommender',
    className: classes.recommender,
    cell: ({ recommender }) => <span data-usual={recommender === USUAL_RECOMMENDER}>{recommender}</span>,
  },
  {
    key: 'container',
    label: 'Container',
    className: classes.container,
    part: (container, workload) =>
      container ? container.name : inTheirPlace(3, reasonInWords(workload) ?? 'There is no container yet.'),
  },
  {
    key: 'cpu',
    label: 'CPU',
    sort: 'cpu',
    descendingFirst: true,
    hint: SPARE_HINT,
    below: <GlyphScale />,
    className: classes.cpu,
    part: (container, workload) => {
      const remark = container && containerRemark(container, reasonInWords(workload));
      if (remark) return inTheirPlace(2, remark);
      return (
        container && <ResourceCell resource="cpu" view={container.cpu} confidence={container.confidence} />
      );
    },
  },
  {
    key: 'memory',
    label: 'Memory',
    sort: 'memory',
    descendingFirst: true,
    hint: SPARE_HINT,
    below: <GlyphScale />,
    className: classes.memory,
    part: (container) =>
      container && (
        <ResourceCell resource="memory" view={container.memory} confidence={container.confidence} />
      ),
  },
  {
    key: 'waste',
    label: 'Waste',
    sort: 'waste',
    descendingFirst: true,
    hint: 'What all pods together reserve above the target; one core counts as much as 8 GiB',
    className: classes.waste,
    cell: ({ waste }) => <WasteCell waste={waste} />,
  },
  {
    key: 'confidence',
    label: 'Confidence',
    sort: 'confidence',
    hint: 'Days of history behind the numbers',
    className: classes.confidence,
    cell: ({ containers }) => <ConfidenceCell containers={containers} />,
  },
];

/** A sentence in place of this many cells. */
function inTheirPlace(span: number, content: string): Spanning {
  return { span, content, className: classes.reason };
}

function NameCell({ workload }: { workload: WorkloadRow }) {
  const { namespace, name, target, pods, isOfNewPods, recommender } = workload;
  return (
    <>
      <Link href={workloadHref(namespace, name)} className={classes.link}>
        {name}
      </Link>
      <span className={`${cards.under} ${classes.facts}`}>
        {namespace} · {target.kind}
        {target.name === name ? '' : ` ${target.name}`}
        <span className={classes.separator}> · </span>
        <span className={classes.narrowOnly}>{modeWords(workload)}</span>
        {recommender !== USUAL_RECOMMENDER && <span className={classes.narrowOnly}>{recommender}</span>}
        <span className={classes.pods}>{countOf(pods, 'pod')}</span>
      </span>
      {workload.groups !== undefined && (
        <span className={cards.under}>{countOf(workload.groups, 'node group')}</span>
      )}
      {isOfNewPods && <span className={cards.under}>requests {OF_NEW_PODS}</span>}
    </>
  );
}

import type { NamespaceRow } from '@/server/contract/overview';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { formatAmount, resourceName } from '@/server/words/amounts';
import shared from '../layout/shared.module.css';
import type { Column } from '../lists/list-table';
import Link from '../navigation/link';
import { namespaceHref } from '../navigation/pages';
import { TotalsTrack } from '../overview/totals-bar';
import { totalsPicture } from '../overview/totals-picture';
import type { NamespaceSort } from './namespace-list';
import classes from './namespace-table.module.css';

const LABELS: Readonly<Record<Resource, string>> = { cpu: 'CPU requested', memory: 'Memory requested' };

export const NAMESPACE_COLUMNS: readonly Column<NamespaceRow, never, NamespaceSort>[] = [
  {
    key: 'name',
    label: 'Namespace',
    sort: 'name',
    className: classes.name,
    isRowHeading: true,
    cell: ({ name }) => (
      <Link href={namespaceHref(name)} className={shared.link}>
        {name}
      </Link>
    ),
  },
  {
    key: 'vpas',
    label: 'VPAs',
    sort: 'vpas',
    descendingFirst: true,
    cell: ({ vpas }) => vpas.toLocaleString('en-US'),
  },
  {
    key: 'risk',
    label: 'At risk',
    sort: 'risk',
    descendingFirst: true,
    hint: 'VPAs whose pods are refused, Pending or OOM-killed, or get less than they need',
    cell: ({ atRisk }) =>
      atRisk === 0 ? <span className={shared.quiet}>none</span> : atRisk.toLocaleString('en-US'),
  },
  ...RESOURCES.map(
    (resource): Column<NamespaceRow, never, NamespaceSort> => ({
      key: resource,
      label: LABELS[resource],
      sort: resource,
      descendingFirst: true,
      className: classes.resource,
      cell: ({ totals }) => (
        <>
          {formatAmount(resource, totals[resource].requested)}
          <TotalsTrack parts={totalsPicture(totals[resource]).requested} />
        </>
      ),
    }),
  ),
  ...(['over', 'short'] as const).map(
    (part): Column<NamespaceRow, never, NamespaceSort> => ({
      key: part,
      label: part === 'over' ? 'To free' : 'To add',
      sort: part,
      descendingFirst: true,
      hint:
        part === 'over'
          ? 'What containers request above their targets'
          : 'What containers request below their targets',
      className: classes.difference,
      cell: ({ totals }) => <Amounts totals={totals} part={part} />,
    }),
  ),
];

function Amounts({ totals, part }: Pick<NamespaceRow, 'totals'> & { part: 'over' | 'short' }) {
  const told = RESOURCES.filter((resource) => totals[resource][part] > 0);
  if (told.length === 0) return <span className={shared.quiet}>nothing</span>;
  return told.map((resource) => (
    <span key={resource} className={classes.line}>
      {formatAmount(resource, totals[resource][part])}{' '}
      <span className={shared.quiet}>{resourceName(resource)}</span>
    </span>
  ));
}

import type { RuleRow, SomeClusters } from '@/server/contract/cluster-rules';
import { countOf } from '@/server/words/counts';
import badges from '../layout/tone-badge.module.css';
import cards from '../lists/card-table.module.css';
import type { Column } from '../lists/list-table';
import Link from '../navigation/link';
import { ruleAcrossHref } from '../navigation/pages';
import classes from './rules-across.module.css';
import type { RuleSort } from './rules-list';

/** The columns of the rules of all clusters. @param label of the clusters that are compared; empty for all */
export function rulesColumns(label: string): readonly Column<RuleRow, never, RuleSort>[] {
  return [
    {
      key: 'name',
      label: 'Rule',
      sort: 'name',
      className: classes.name,
      isRowHeading: true,
      cell: ({ name }) => (
        <Link href={ruleAcrossHref(name, label)} className={cards.link}>
          {name}
        </Link>
      ),
    },
    {
      key: 'differs',
      label: 'State',
      sort: 'differs',
      descendingFirst: true,
      cell: ({ other, missing }) => {
        const differs = other.count + missing.count;
        return (
          <span className={badges.badge} data-tone={differs > 0 ? 'warning' : 'quiet'}>
            {differs > 0 ? `Differs in ${countOf(differs, 'cluster')}` : 'Same'}
          </span>
        );
      },
    },
    numbers('clusters', 'Clusters', ({ clusters }) => clusters),
    numbers('versions', 'Versions', ({ versions }) => versions, classes.rare),
    {
      key: 'other',
      label: 'Another version',
      cell: ({ other }) => <Names of={other} in="Another version in" />,
    },
    { key: 'missing', label: 'Missing', cell: ({ missing }) => <Names of={missing} in="Missing in" /> },
  ];
}

function numbers(
  key: RuleSort,
  label: string,
  read: (row: RuleRow) => number,
  className = classes.number,
): Column<RuleRow, never, RuleSort> {
  return {
    key,
    label,
    sort: key,
    descendingFirst: true,
    className,
    cell: (row) => read(row).toLocaleString('en-US'),
  };
}

function Names({ of: { count, names }, in: what }: { of: SomeClusters; in: string }) {
  if (count === 0) return <span className={classes.none}>none</span>;
  const more = count - names.length;
  return (
    <>
      <span className={classes.inCard}>{what} </span>
      {names.join(', ')}
      {more > 0 && ` and ${countOf(more, 'more', 'more')}`}
    </>
  );
}

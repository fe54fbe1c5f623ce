import type { RuleRow, SomeClusters } from '@/server/contract/cluster-rules';
import { countOf } from '@/server/words/counts';
import shared from '../layout/shared.module.css';
import badges from '../layout/tone-badge.module.css';
import type { Column } from '../lists/list-table';
import { numberColumn } from '../lists/number-column';
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
        <Link href={ruleAcrossHref(name, label)} className={shared.link}>
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
    numberColumn('clusters', 'Clusters', ({ clusters }) => clusters),
    numberColumn('versions', 'Versions', ({ versions }) => versions, true),
    {
      key: 'other',
      label: 'Another version',
      cell: ({ other }) => <Names of={other} in="Another version in" />,
    },
    { key: 'missing', label: 'Missing', cell: ({ missing }) => <Names of={missing} in="Missing in" /> },
  ];
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

import type { WorkloadsView } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import classes from './workloads-screen.module.css';

/** The HPAs that match and scale nothing of the list. */
export function OtherHpas({ others }: { others: WorkloadsView['otherHpas'] }) {
  if (!others) return null;
  const { first, all } = others;
  return (
    <p className={classes.others}>
      {countOf(all, 'HPA scales', 'HPAs scale')} a workload that is not in this list:{' '}
      {first.map(({ namespace, name }, index) => (
        <span key={`${namespace}/${name}`}>
          {index > 0 && ', '}
          <Link href={hpaHref(namespace, name)}>
            {namespace}/{name}
          </Link>
        </span>
      ))}
      {all > first.length && ` and ${(all - first.length).toLocaleString('en-US')} more`}
    </p>
  );
}

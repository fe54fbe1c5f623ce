import type { StatusAnswer } from '@/server/contract/status';
import Link from '../navigation/link';
import { useClusterShown } from '../navigation/use-way';
import classes from './cluster-crumb.module.css';
import { otherVersionWords } from './cluster-words';

interface ClusterCrumbProps {
  through: StatusAnswer['through'];
  /** The version of Plumbline in the cluster. */
  there: string | undefined;
}

/** In which cluster of a hub a page is, and the way back to all; nothing on a page of the process itself. */
export function ClusterCrumb({ through, there = '' }: ClusterCrumbProps) {
  const cluster = useClusterShown();
  if (cluster === undefined) return null;
  const labels = Object.entries(through?.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  const version = through && otherVersionWords(there, through.version);
  return (
    <nav aria-label="Cluster" className={classes.crumb}>
      <Link href="/clusters" className={classes.all}>
        Clusters
      </Link>
      <span aria-hidden="true">/</span>
      <strong className={classes.name}>{cluster}</strong>
      {labels.length > 0 && <span className={classes.labels}>{labels.join(', ')}</span>}
      {version && <span className={classes.version}>{version}</span>}
    </nav>
  );
}

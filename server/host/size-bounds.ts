import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config';
import type { ClusterCaches } from '../kube/caches';
import { Holdings } from '../kube/holdings';
import { LARGEST_OBJECT_BYTES } from '../kube/object-size';
import type { ProblemReporter } from '../kube/problems';
import { formatAmount } from '../words/amounts';
import { countOf } from '../words/counts';
import { aboutObject } from '../words/object-fault';

/** All namespaces together, of what one may hold. */
const TIMES_IN_ALL = 7 / 3;

/** What one object and one namespace may take in the caches of this process; more is a problem that names it. */
export function sizeBounds(
  { namespaceShare }: Pick<Config, 'namespaceShare'>,
  problems: ProblemReporter,
): Pick<ConstructorParameters<typeof ClusterCaches>[1], 'tooLarge' | 'holdings'> {
  const mostOfNamespace = getHeapStatistics().heap_size_limit * namespaceShare;
  return {
    tooLarge: (object, isSo) => {
      const about = aboutObject(object.kind ?? '', object);
      const detail = `more than ${formatAmount('memory', LARGEST_OBJECT_BYTES)}`;
      if (isSo) problems.report('object-too-large', about, detail);
      else problems.clear('object-too-large', about);
    },
    holdings: new Holdings(
      { mostOfNamespace, mostInAll: mostOfNamespace * TIMES_IN_ALL },
      ({ namespace, leftOut }) => {
        const about = `Namespace ${namespace}`;
        if (leftOut === 0) problems.clear('namespace-too-large', about);
        else
          problems.report(
            'namespace-too-large',
            about,
            `${countOf(leftOut, 'object')} left out beyond ${formatAmount('memory', mostOfNamespace)}`,
          );
      },
    ),
  };
}

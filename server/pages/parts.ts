import type { Config } from '../config';
import type { HpaHandle } from '../hpa/handle';
import type { ProblemBoard } from '../kube/problems';
import type { Clock } from '../lib/time/clock';
import type { Operations } from '../operations';
import type { RecommenderHandle } from '../recommender/handle';
import type { Journal, Series } from '../store';
import type { UpdaterHandle } from '../updater';
import type { StopInForce } from './inbox/items';

export interface PagesParts {
  readonly config: Pick<Config, 'prices'>;
  readonly handles: {
    readonly recommender?:
      | (Pick<RecommenderHandle, 'summaries' | 'costOf' | 'podChangesOf'> &
          Partial<Pick<RecommenderHandle, 'withoutVpa'>>)
      | undefined;
    readonly updater?: Pick<UpdaterHandle, 'shown'> | undefined;
    readonly hpa?: Pick<HpaHandle, 'revision' | 'rows' | 'count'> | undefined;
  };
  /** The past of requests. */
  readonly series: Pick<Series, 'pastOf'> & Partial<Pick<Series, 'happenings'>>;
  /** Absent until the cluster answers. */
  readonly operations?:
    | {
        readonly stops: { readonly keeper: { list(): readonly StopInForce[] } };
        readonly prices?: Pick<Operations['prices'], 'reckoned' | 'view'>;
      }
    | undefined;
  /** Absent where no record is kept. */
  readonly store?: Pick<Journal, 'audit' | 'revision'>;
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly problems: Pick<ProblemBoard, 'list' | 'revision' | 'by'>;
}

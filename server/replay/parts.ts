import type { Config } from '@/server/config';
import type { ClusterContext } from '@/server/kube/role-context';
import type { JournalWriter, Series } from '@/server/store';
import type { KeptReplays } from '@/server/store/replays/kept-replays';

export interface ReplaysParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'log' | 'loops'> {
  readonly config: Config;
  readonly cluster: ClusterContext;
  readonly series: Pick<Series, 'past' | 'happeningsKnown'>;
  readonly journal: JournalWriter;
  readonly kept: KeptReplays;
}

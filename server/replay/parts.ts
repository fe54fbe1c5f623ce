import type { Config } from '@/server/config';
import type { ClusterContext } from '@/server/kube/role-context';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { LoopListener } from '@/server/lib/time/repeat';
import type { JournalWriter, Series } from '@/server/store';
import type { KeptReplays } from '@/server/store/replays/kept-replays';

export interface ReplaysParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly loops: LoopListener;
  readonly cluster: ClusterContext;
  readonly series: Pick<Series, 'past' | 'happeningsKnown'>;
  readonly journal: JournalWriter;
  readonly kept: KeptReplays;
}

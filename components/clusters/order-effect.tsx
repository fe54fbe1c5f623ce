import { Stack } from '@mantine/core';
import type { ClusterDeed, ClusterRow, ClustersView } from '@/server/contract/clusters';
import type { StopScope } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { MEMBER_FAULTS } from '@/server/words/member-faults';
import { AskingCluster } from '../api/asked-cluster';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { ResumeEffect } from '../stop/resume-effect';
import { RevertEffect } from '../stop/revert-effect';
import StoppedPlan from '../stop/stopped-plan';
import StoppedReplay from '../stop/stopped-replay';
import { clustersIn } from './order-choices';

const EVERYTHING = { kind: 'all' } as const satisfies StopScope;

interface OrderEffectProps {
  deed: ClusterDeed;
  /** As it is chosen: all, a label, or a name. */
  clusters: string;
  view: Pick<ClustersView, 'rows' | 'tallies' | 'all'>;
}

/** What an order does to the pods of each cluster, as that cluster says; each is asked once it is opened. */
export default function OrderEffect({ deed, clusters, view }: OrderEffectProps) {
  const { shown, others } = clustersIn(clusters, view);
  const first = shown.find(({ answer, fault }) => answer && !fault);
  return (
    <div>
      {shown.map((row) => (
        <Fold
          key={row.name}
          label={row.name}
          note={row.answer ? countOf(row.answer.vpas, 'VPA') : 'away'}
          startsOpen={row.name === first?.name}
        >
          <AskingCluster name={row.name}>
            <Stack gap="var(--mantine-spacing-md)">
              <EffectIn deed={deed} row={row} />
            </Stack>
          </AskingCluster>
        </Fold>
      ))}
      {others > 0 && (
        <p className={shared.soft}>
          and {countOf(others, 'more cluster')}, which this page of the list does not show
        </p>
      )}
    </div>
  );
}

function EffectIn({ deed, row: { answer, fault } }: { deed: ClusterDeed; row: ClusterRow }) {
  if (fault) return <p>What it does there is not known. {MEMBER_FAULTS[fault].sentence}</p>;
  switch (deed) {
    case 'stop':
      if (answer?.isStopped) return <p>Everything is stopped there already.</p>;
      return (
        <>
          <StoppedReplay scope={EVERYTHING} />
          <StoppedPlan scope={EVERYTHING} />
        </>
      );
    case 'resume':
      if (answer && !answer.isStopped) return <p>Nothing holds all of it: no pod is changed by this.</p>;
      return <ResumeEffect scope={EVERYTHING} />;
    case 'revert':
      return <RevertEffect scope={EVERYTHING} />;
  }
}

'use client';

import { Anchor } from '@mantine/core';
import type { Publishing } from '@/server/contract/nodes';
import { countOf } from '@/server/words/counts';
import { IconServer2 } from '../icons';
import { byName, ListScreen } from '../lists/list-screen';
import Link from '../navigation/link';
import { Screen } from '../screens/screen';
import { NodeBarLegend } from './node-bar';
import { NODE_COLUMNS } from './node-columns';
import { NODE_LIST } from './node-list';
import { NodeNeedsCards } from './node-needs';
import tableClasses from './node-table.module.css';
import { NodeTotalsCards } from './node-totals';

/** Whether what is idle is published, and where to change that. */
function PublishingWords({ publishing }: { publishing: Publishing }) {
  switch (publishing) {
    case 'off':
      return (
        <>
          It is not published in the status of nodes; a setting does that:{' '}
          <Anchor component={Link} href="/settings" inherit underline="always">
            Settings
          </Anchor>
          .
        </>
      );
    case 'leading':
      return 'This process publishes it in the status of nodes, for requests of batch pods.';
    case 'following':
      return 'Another process publishes it in the status of nodes.';
  }
}

export function NodesScreen() {
  return (
    <ListScreen
      definition={NODE_LIST}
      title="Nodes"
      caption="Nodes with what is idle on them"
      one="node"
      count={({ all }) => countOf(all, 'node')}
      about={(view) => (
        <>
          What pods request, what they would once all recommendations were applied, and what nodes have left
          for batch work: allocatable less what online pods use and are expected to need.{' '}
          {view && <PublishingWords publishing={view.publishing} />}
        </>
      )}
      instead={({ view }) => view?.all === 0 && <NoNode />}
      above={({ totals, needs }) => (
        <>
          <NodeTotalsCards totals={totals} hasTargets={needs.applied !== undefined} />
          <NodeNeedsCards needs={needs} />
        </>
      )}
      columns={() => NODE_COLUMNS}
      keyOf={byName}
      legend={<NodeBarLegend />}
      classes={tableClasses}
    />
  );
}

function NoNode() {
  return (
    <Screen icon={IconServer2} title="No node is known yet">
      Nodes appear here after the first pass. What is idle on them is learned from the usage of their pods.
    </Screen>
  );
}

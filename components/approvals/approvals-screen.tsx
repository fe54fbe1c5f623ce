'use client';

import { Box, Button, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApprovalRow, ApprovalsMissing, ApprovalsView } from '@/server/contract/approvals';
import type { DecisionRequest } from '@/server/contract/requests/decision';
import { countOf } from '@/server/words/counts';
import { useMatchingApprovals } from '../api/approval-actions';
import { useClusterTime, useStatus } from '../api/queries';
import { IconAlertTriangle, IconUserCheck } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import { kubectl } from '../layout/kubectl';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useChosen } from '../lists/use-chosen';
import { useList } from '../lists/use-list';
import Link from '../navigation/link';
import { useIsClosed } from '../navigation/use-pages';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { approvalColumns } from './approval-columns';
import { APPROVAL_LIST, matchingApprovalsQuery } from './approval-list';
import tableClasses from './approval-table.module.css';
import { changesCount } from './approval-words';
import classes from './approvals-screen.module.css';
import DecisionDialog from './decision-dialog';
import { DecisionTable } from './decision-table';

const keyOf = ({ namespace, name }: ApprovalRow) => `${namespace}/${name}`;

interface Deciding {
  decision: DecisionRequest['decision'];
  rows: readonly ApprovalRow[];
}

export function ApprovalsScreen() {
  const list = useList(APPROVAL_LIST);
  const nowMs = useClusterTime();
  const chosen = useChosen(keyOf);
  const [deciding, setDeciding] = useState<Deciding>();
  const matching = useMatchingApprovals();
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  if (view?.asking === 0) return <NobodyAsks />;
  const decideAll = () =>
    matching.mutate(matchingApprovalsQuery(state), {
      onSuccess: ({ rows }) => setDeciding({ decision: 'Approved', rows }),
    });
  return (
    <>
      <ListHeading
        title="Approvals"
        count={view && `${changesCount(view.all)} waiting`}
        about="Changes of requests that wait for a person. Approving lets pods change to what is shown, and no further."
      />
      {view?.missing && <CannotApprove missing={view.missing} />}
      {view?.all === 0 ? (
        <NothingWaits asking={view.asking} />
      ) : (
        <PagedList definition={APPROVAL_LIST} list={list} one="change">
          {(shown) => (
            <>
              <Actions
                view={shown}
                chosen={chosen.rows}
                isLoadingAll={matching.isPending}
                onChoosePage={() => chosen.set(shown.rows)}
                onClear={chosen.clear}
                onDecide={(decision) => setDeciding({ decision, rows: chosen.rows })}
                onDecideAll={decideAll}
              />
              {matching.error && (
                <Text role="alert" my="md">
                  {matching.error.message}
                </Text>
              )}
              <ListTable
                caption="Changes that wait for approval"
                columns={approvalColumns(nowMs, chosen)}
                rows={shown.rows}
                keyOf={keyOf}
                sort={state.sort}
                onSort={state.setSort}
                classes={tableClasses}
              />
            </>
          )}
        </PagedList>
      )}
      {view && view.recent.length > 0 && (
        <Box mt={24}>
          <Card title="Decided last">
            <DecisionTable caption="The newest decisions" decisions={view.recent} nowMs={nowMs} ofSeveral />
          </Card>
        </Box>
      )}
      {deciding && (
        <DecisionDialog
          {...deciding}
          onDone={(rows) => chosen.set(rows, false)}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </>
  );
}

interface ActionsProps {
  view: ApprovalsView;
  chosen: readonly ApprovalRow[];
  isLoadingAll: boolean;
  onChoosePage: () => void;
  onClear: () => void;
  onDecide: (decision: DecisionRequest['decision']) => void;
  onDecideAll: () => void;
}

function Actions({ view, chosen, isLoadingAll, onChoosePage, onClear, onDecide, onDecideAll }: ActionsProps) {
  const isAny = chosen.length > 0;
  return (
    <div className={classes.actions} role="toolbar" aria-label="Decide about changes">
      <Button disabled={!isAny} onClick={() => onDecide('Approved')}>
        {isAny ? `Approve ${chosen.length} chosen` : 'Approve chosen'}
      </Button>
      <Button variant="default" disabled={!isAny} onClick={() => onDecide('Rejected')}>
        {isAny ? `Reject ${chosen.length} chosen` : 'Reject chosen'}
      </Button>
      <Button variant="default" loading={isLoadingAll} onClick={onDecideAll}>
        Approve all {view.matching} that match
      </Button>
      <Flex component="span" wrap="wrap" gap={4}>
        <Button size="compact-sm" variant="subtle" onClick={onChoosePage}>
          Choose this page
        </Button>
        {isAny && (
          <Button size="compact-sm" variant="subtle" onClick={onClear}>
            Choose none
          </Button>
        )}
      </Flex>
    </div>
  );
}

/** Why nobody can approve anything, and the cure. */
export function CannotApprove({ missing }: { missing: ApprovalsMissing }) {
  const isAbsent = missing === 'not-installed';
  return (
    <Box mb={16}>
      <Callout
        icon={IconAlertTriangle}
        tone="warning"
        title={
          isAbsent
            ? 'ChangeApprovals are not installed, so nobody can approve anything'
            : 'Plumbline may not read ChangeApprovals, so it sees no approval'
        }
        detail="Until then, everything that needs an approval waits."
        remedy={
          isAbsent
            ? 'Install them: `kubectl apply -f deploy/crds/`.'
            : 'Grant get, list and watch on changeapprovals.plumbline.dev, see deploy/rbac/.'
        }
      />
    </Box>
  );
}

/** Changes may come to wait; none does. */
function NothingWaits({ asking }: Pick<ApprovalsView, 'asking'>) {
  return (
    <Screen
      icon={IconUserCheck}
      headingLevel={2}
      title="Nothing waits for a person now"
      actions={
        <Button component={Link} href="/changes" variant="default">
          To the plan
        </Button>
      }
    >
      {countOf(asking, 'VPA asks', 'VPAs ask')} for approvals. A change that needs one appears here with the
      next plan that would make it.
    </Screen>
  );
}

function NobodyAsks() {
  const kubeconfig = useStatus().data?.kubeconfig;
  const seen = useIsClosed('/settings') ? 'No VPA that you may read' : 'No VPA';
  return (
    <Screen
      icon={IconUserCheck}
      title="No change waits for a person"
      command={kubectl('annotate vpa my-app plumbline.dev/approvals=always', kubeconfig)}
      remedy="To have the changes of a VPA wait here until somebody approves them, annotate it like this, or set PLUMBLINE_APPROVALS for all."
    >
      {seen} asks for approvals, so Plumbline changes pods by itself, within its other rules.
    </Screen>
  );
}

import { Anchor } from '@mantine/core';
import type { DecisionRow } from '@/server/contract/approvals';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { approvalHref } from '../navigation/pages';
import { APPROVAL_STATE_LABELS, deciderWords, targetWords } from './approval-words';
import classes from './decision-table.module.css';

interface DecisionTableProps {
  caption: string;
  decisions: readonly DecisionRow[];
  nowMs: number;
  ofSeveral?: boolean;
}

/** What people decided, newest first. */
export function DecisionTable({ caption, decisions, nowMs, ofSeveral = false }: DecisionTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          {ofSeveral && <th scope="col">VPA</th>}
          <th scope="col">Decision</th>
          <th scope="col">Up to</th>
          <th scope="col">By</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {decisions.map((one) => (
          <tr key={`${one.namespace}/${one.name}`}>
            <td className={classes.when}>
              <TimeAgo atMs={one.madeMs} nowMs={nowMs} />
            </td>
            {ofSeveral && (
              <td>
                <Anchor component={Link} href={approvalHref(one.namespace, one.vpa)} fz="inherit">
                  {one.namespace}/{one.vpa}
                </Anchor>
              </td>
            )}
            <td>
              <span className={classes.decision} data-decision={one.decision}>
                {one.decision}
              </span>
              {one.reason && <span className={shared.under}>{one.reason}</span>}
            </td>
            <td>{targetWords(one)}</td>
            <td>{deciderWords(one)}</td>
            <td>
              {APPROVAL_STATE_LABELS[one.state]}
              {one.state === 'counts' && (
                <span className={shared.under}>
                  expires <TimeAgo atMs={one.untilMs} nowMs={nowMs} mayBeAhead />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

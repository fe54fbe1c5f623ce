import type { StopScope } from '../decide/pods/stop';
import type { OrderState } from '../words/cluster-orders';
import type { MemberFault } from '../words/member-faults';
import type { HUB_CHANGES, Outcome } from '../words/records';
import type { AuditView } from './audit';

export type HubChange = (typeof HUB_CHANGES)[number];

/** What a cluster answered to an order, when its person was told. */
export interface AnsweredOrder {
  name: string;
  state: OrderState;
  fault?: MemberFault;
}

/** What a person had a hub do at clusters. Of others, the names of what is in a cluster are left out. */
export interface HubRecordRow {
  id: string;
  /** In Unix milliseconds. */
  atMs: number;
  who: string;
  isOwn: boolean;
  change: HubChange;
  outcome: Extract<Outcome, 'done' | 'refused' | 'unavailable'>;
  detail: string;
  scope?: { kind: StopScope['kind']; namespace?: string; name?: string };
  reason?: string;
  /** `PATCH /vpas/{namespace}/{name}`, of a change that was passed on. */
  route?: string;
  clusters: AnsweredOrder[];
}

/**
 * GET /api/clusters/orders?what=&outcome=&q=&since=&until=&last=1h|24h|7d&order=newest|oldest&after=&limit=; the words
 * are those of `GET /api/audit`.
 */
export interface HubRecordView extends Pick<AuditView, 'nextAfter' | 'store'> {
  rows: HubRecordRow[];
}

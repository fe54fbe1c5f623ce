import type { ChangesAs } from '../access';

export type { Deed } from '../access';

/** GET /api/rights?to=DEED/NAMESPACE/NAME&to=…: what lacks to do these, in words; none for what the person may do. */
export interface RightsView {
  lacks: Record<string, string>;
}

/** GET and POST /api/session: who the person is, as the cluster or the proxy says. */
export interface SessionView {
  user: string | undefined;
  groups: string[];
  /** As whom the cluster sees their changes. */
  changesAs: ChangesAs;
}

/** The page to open after signing out: the login page, or where the identity provider signs people out. */
export interface SignedOutView {
  next: string;
}

/** A page of what is in no namespace, which not everyone may open. */
export type ClosedPage = '/rules' | '/savings/nodes' | '/settings';

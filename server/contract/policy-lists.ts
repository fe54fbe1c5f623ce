import type {
  PolicyDetail,
  PolicyRow,
  PolicyState,
  PolicyWorkload,
  PolicyWorkloadState,
} from './scaling-policies';
import type { Counts, ListView, ListWords } from './pages';

export const POLICY_WORDS = {
  filters: ['q', 'state'],
  sorts: ['precedence', 'name', 'workloads', 'vpas', 'conflicts', 'edited'],
  usual: { key: 'precedence', descending: true },
} as const satisfies ListWords<string, string>;

/** GET /api/policies?q=&state=&sort=&order=&page= */
export interface PoliciesView extends ListView<PolicyRow> {
  tallies: { state: Counts<PolicyState> };
  /** Whether the cluster has the kind VerticalScalingPolicy. */
  isInstalled: boolean;
}

export const POLICY_WORKLOAD_WORDS = {
  filters: ['q', 'namespace', 'kind', 'state'],
  sorts: ['state', 'name', 'namespace', 'kind'],
  usual: { key: 'state', descending: false },
} as const satisfies ListWords<string, string>;

/** GET /api/policies/NAME?q=&namespace=&kind=&state=&sort=&order=&page=: the policy, and a page of its workloads. */
export interface PolicyView {
  policy: PolicyDetail;
  /** Whether the workloads are only those in some namespaces, which the person may read. */
  isPartial: boolean;
  workloads: ListView<PolicyWorkload> & {
    tallies: { namespace: Counts; kind: Counts; state: Counts<PolicyWorkloadState> };
  };
}

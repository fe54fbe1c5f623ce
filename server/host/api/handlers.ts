import type { ApiMethod } from '../../contract/api/routes';
import * as admissionReview from './admission/review/route';
import * as admissionTry from './admission/try/route';
import * as approvalsOne from './approvals/[namespace]/[name]/route';
import * as approvalsMatching from './approvals/matching/route';
import * as approvals from './approvals/route';
import * as auditExport from './audit/export/route';
import * as audit from './audit/route';
import * as bulkPreview from './bulk/preview/route';
import * as bulk from './bulk/route';
import * as clustersOne from './clusters/[cluster]/[...route]/route';
import * as clustersApprovals from './clusters/approvals/route';
import * as clustersCompare from './clusters/compare/route';
import * as clustersInbox from './clusters/inbox/route';
import * as clustersOrders from './clusters/orders/route';
import * as clustersPlan from './clusters/plan/route';
import * as clustersRecord from './clusters/record/route';
import * as clusters from './clusters/route';
import * as clustersRulesOne from './clusters/rules/[name]/route';
import * as clustersRules from './clusters/rules/route';
import * as clustersRulesZip from './clusters/rules.zip/route';
import * as clustersSavings from './clusters/savings/route';
import * as clustersSearch from './clusters/search/route';
import * as clustersStopRevert from './clusters/stop/revert/route';
import * as clustersStop from './clusters/stop/route';
import * as clustersWorkloads from './clusters/workloads/route';
import * as costsRealised from './costs/realised/route';
import * as costs from './costs/route';
import * as costsCsv from './costs.csv/route';
import * as diagnosticsBundle from './diagnostics/bundle/route';
import * as diagnostics from './diagnostics/route';
import * as digest from './digest/route';
import * as exported from './export/route';
import * as exportZip from './export.zip/route';
import * as hpasPreview from './hpas/[namespace]/[name]/preview/route';
import * as hpasOne from './hpas/[namespace]/[name]/route';
import * as hpas from './hpas/route';
import * as inboxDismissals from './inbox/dismissals/route';
import * as inbox from './inbox/route';
import * as messages from './messages/route';
import * as messagesTest from './messages/test/route';
import * as namespaceSums from './namespace-sums/route';
import * as namespacesPast from './namespaces/[namespace]/past/route';
import * as namespacesOne from './namespaces/[namespace]/route';
import * as namespaces from './namespaces/route';
import * as nodesOne from './nodes/[name]/route';
import * as nodesLabels from './nodes/labels/route';
import * as nodes from './nodes/route';
import * as overviewPast from './overview/past/route';
import * as overview from './overview/route';
import * as plan from './plan/route';
import * as podsOne from './pods/[namespace]/[name]/route';
import * as prices from './prices/route';
import * as recommendationQuery from './recommendation-query/route';
import * as recommenders from './recommenders/route';
import * as replaysCancel from './replays/[id]/cancel/route';
import * as replaysExport from './replays/[id]/export/route';
import * as replaysOne from './replays/[id]/route';
import * as replaysWorkloadsOne from './replays/[id]/workloads/[namespace]/[name]/route';
import * as replaysPreview from './replays/preview/route';
import * as replays from './replays/route';
import * as rights from './rights/route';
import * as ruleDraftsPreview from './rule-drafts/preview/route';
import * as ruleDrafts from './rule-drafts/route';
import * as ruleObjects from './rule-objects/route';
import * as rulesDeletionPreview from './rules/[name]/deletion/preview/route';
import * as rulesPreview from './rules/[name]/preview/route';
import * as rulesOne from './rules/[name]/route';
import * as rules from './rules/route';
import * as scenarios from './scenarios/route';
import * as sessionCallback from './session/callback/route';
import * as session from './session/route';
import * as sessionStart from './session/start/route';
import * as status from './status/route';
import * as stopNewPods from './stop/new-pods/route';
import * as stopResume from './stop/resume/route';
import * as stopRevert from './stop/revert/route';
import * as stop from './stop/route';
import * as vpasApplyNow from './vpas/[namespace]/[name]/apply-now/route';
import * as vpasPreview from './vpas/[namespace]/[name]/preview/route';
import * as vpasOne from './vpas/[namespace]/[name]/route';
import * as vpasTryAgainPreview from './vpas/[namespace]/[name]/try-again/preview/route';
import * as vpasTryAgain from './vpas/[namespace]/[name]/try-again/route';
import * as vpas from './vpas/route';
import * as workloadsEvents from './workloads/[namespace]/[name]/events/route';
import * as workloadsEvidence from './workloads/[namespace]/[name]/evidence/route';
import * as workloadsGraduation from './workloads/[namespace]/[name]/graduation/route';
import * as workloadsPast from './workloads/[namespace]/[name]/past/route';
import * as workloadsOne from './workloads/[namespace]/[name]/route';
import * as workloadsWithoutVpaOne from './workloads/[namespace]/without-vpa/[kind]/[name]/route';
import * as workloadsExport from './workloads/export/route';
import * as workloadsMatching from './workloads/matching/route';
import * as workloads from './workloads/route';
import * as workloadsSearch from './workloads/search/route';

/** Takes the segments that are names in braces, decoded. */
export type Handler = (request: Request, params: never) => Promise<Response>;
/** What answers the methods of a route. */
export type Handlers = Readonly<Partial<Record<ApiMethod, Handler>>>;

/** What answers each route, by the path that `contract/api/routes.ts` names. */
export const HANDLERS: Readonly<Record<string, Handlers>> = {
  '/admission/review': admissionReview,
  '/admission/try': admissionTry,
  '/approvals': approvals,
  '/approvals/matching': approvalsMatching,
  '/approvals/{namespace}/{name}': approvalsOne,
  '/audit': audit,
  '/audit/export': auditExport,
  '/bulk': bulk,
  '/bulk/preview': bulkPreview,
  '/clusters': clusters,
  '/clusters/approvals': clustersApprovals,
  '/clusters/compare': clustersCompare,
  '/clusters/inbox': clustersInbox,
  '/clusters/orders': clustersOrders,
  '/clusters/plan': clustersPlan,
  '/clusters/record': clustersRecord,
  '/clusters/rules': clustersRules,
  '/clusters/rules.zip': clustersRulesZip,
  '/clusters/rules/{name}': clustersRulesOne,
  '/clusters/savings': clustersSavings,
  '/clusters/search': clustersSearch,
  '/clusters/stop': clustersStop,
  '/clusters/stop/revert': clustersStopRevert,
  '/clusters/workloads': clustersWorkloads,
  '/clusters/{cluster}/{route}': clustersOne,
  '/costs': costs,
  '/costs.csv': costsCsv,
  '/costs/realised': costsRealised,
  '/diagnostics': diagnostics,
  '/diagnostics/bundle': diagnosticsBundle,
  '/digest': digest,
  '/export': exported,
  '/export.zip': exportZip,
  '/hpas': hpas,
  '/hpas/{namespace}/{name}': hpasOne,
  '/hpas/{namespace}/{name}/preview': hpasPreview,
  '/inbox': inbox,
  '/inbox/dismissals': inboxDismissals,
  '/messages': messages,
  '/messages/test': messagesTest,
  '/namespace-sums': namespaceSums,
  '/namespaces': namespaces,
  '/namespaces/{namespace}': namespacesOne,
  '/namespaces/{namespace}/past': namespacesPast,
  '/nodes': nodes,
  '/nodes/labels': nodesLabels,
  '/nodes/{name}': nodesOne,
  '/overview': overview,
  '/overview/past': overviewPast,
  '/plan': plan,
  '/pods/{namespace}/{name}': podsOne,
  '/prices': prices,
  '/recommendation-query': recommendationQuery,
  '/recommenders': recommenders,
  '/replays': replays,
  '/replays/preview': replaysPreview,
  '/replays/{id}': replaysOne,
  '/replays/{id}/cancel': replaysCancel,
  '/replays/{id}/export': replaysExport,
  '/replays/{id}/workloads/{namespace}/{name}': replaysWorkloadsOne,
  '/rights': rights,
  '/rule-drafts': ruleDrafts,
  '/rule-drafts/preview': ruleDraftsPreview,
  '/rule-objects': ruleObjects,
  '/rules': rules,
  '/rules/{name}': rulesOne,
  '/rules/{name}/deletion/preview': rulesDeletionPreview,
  '/rules/{name}/preview': rulesPreview,
  '/scenarios': scenarios,
  '/session': session,
  '/session/callback': sessionCallback,
  '/session/start': sessionStart,
  '/status': status,
  '/stop': stop,
  '/stop/new-pods': stopNewPods,
  '/stop/resume': stopResume,
  '/stop/revert': stopRevert,
  '/vpas': vpas,
  '/vpas/{namespace}/{name}': vpasOne,
  '/vpas/{namespace}/{name}/apply-now': vpasApplyNow,
  '/vpas/{namespace}/{name}/preview': vpasPreview,
  '/vpas/{namespace}/{name}/try-again': vpasTryAgain,
  '/vpas/{namespace}/{name}/try-again/preview': vpasTryAgainPreview,
  '/workloads': workloads,
  '/workloads/export': workloadsExport,
  '/workloads/matching': workloadsMatching,
  '/workloads/search': workloadsSearch,
  '/workloads/{namespace}/without-vpa/{kind}/{name}': workloadsWithoutVpaOne,
  '/workloads/{namespace}/{name}': workloadsOne,
  '/workloads/{namespace}/{name}/events': workloadsEvents,
  '/workloads/{namespace}/{name}/evidence': workloadsEvidence,
  '/workloads/{namespace}/{name}/graduation': workloadsGraduation,
  '/workloads/{namespace}/{name}/past': workloadsPast,
};

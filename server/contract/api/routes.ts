/** The version of the HTTP API. Within it answers only gain fields and routes; what a field means stays. */
export const API_VERSION = 'v1';

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A route below `/api`, and what each of its methods does. Segments in braces are names. */
export interface ApiRoute {
  path: string;
  does: Readonly<Partial<Record<ApiMethod, string>>>;
}

/** Every route of the API: what is asked for under `/api/v1` is looked up here, and `docs/api.md` is made of it. */
export const API_ROUTES: readonly ApiRoute[] = [
  { path: '/status', does: { GET: 'The state of the process; the time of the cluster is in a header.' } },
  { path: '/health', does: { GET: 'Whether the process serves, even without a cluster.' } },
  { path: '/ready', does: { GET: 'Whether the process does what it is there for, else what it waits for.' } },
  { path: '/overview', does: { GET: 'The state of the cluster at a glance.' } },
  {
    path: '/overview/past',
    does: { GET: 'What all workloads requested, needed and used, over a day, a week or a month.' },
  },
  {
    path: '/inbox',
    does: { GET: 'What is broken, waits for a person or could be better, the most urgent first.' },
  },
  {
    path: '/inbox/dismissals',
    does: { POST: 'Hides an item of the inbox for a while.', DELETE: 'Shows it again.' },
  },
  {
    path: '/digest',
    does: {
      GET: 'What a hub keeps of this cluster: sums, and the first of each list; `lists=none` leaves these out.',
    },
  },
  { path: '/clusters', does: { GET: 'One page of the clusters of a hub, as each last answered, and sums.' } },
  {
    path: '/clusters/inbox',
    does: { GET: 'The inboxes of all clusters of a hub in one order, as each last answered.' },
  },
  { path: '/clusters/workloads', does: { GET: 'One page of the workloads of all clusters.' } },
  { path: '/clusters/plan', does: { GET: 'What the next pass would do in all clusters.' } },
  { path: '/clusters/approvals', does: { GET: 'The changes that wait for a person in all clusters.' } },
  { path: '/clusters/record', does: { GET: 'What was done and changed lately in all clusters.' } },
  { path: '/clusters/savings', does: { GET: 'What workloads cost in all clusters, and their totals.' } },
  {
    path: '/clusters/rules',
    does: { GET: 'One page of the rules of all clusters: where each is the same, another one, or missing.' },
  },
  {
    path: '/clusters/rules/{name}',
    does: { GET: 'A rule in all clusters: its versions as manifests, and what differs as patches.' },
  },
  {
    path: '/clusters/rules.zip',
    does: { GET: 'The rules as a base and an overlay for each cluster, in folders for Kustomize.' },
  },
  {
    path: '/clusters/orders',
    does: { GET: 'What people stopped, resumed and changed through a hub, and what each cluster answered.' },
  },
  {
    path: '/clusters/search',
    does: { GET: 'The workloads of all clusters that best match the typed words.' },
  },
  {
    path: '/clusters/compare',
    does: { GET: 'The workload of that `namespace`, `kind` and `name` in every cluster that has it.' },
  },
  {
    path: '/clusters/stop',
    does: {
      POST: 'Stops in clusters of a hub: all, those with a label, or those named. Those away are asked again.',
      DELETE: 'Resumes in them.',
    },
  },
  {
    path: '/clusters/stop/revert',
    does: { POST: 'Resizes pods in them back to their templates.' },
  },
  {
    path: '/clusters/{cluster}/{route}',
    does: {
      GET: 'What a cluster of a hub answers to any of these routes, which may have several parts.',
      POST: 'Has it make a change as the person: it judges whether they may.',
      PATCH: 'The same.',
      DELETE: 'The same.',
    },
  },
  { path: '/workloads', does: { GET: 'One page of the workloads, and their totals.' } },
  {
    path: '/workloads/export',
    does: { GET: 'Every workload that matches, as a file.', POST: 'The chosen workloads, as a file.' },
  },
  { path: '/workloads/matching', does: { GET: 'The names of the workloads that match.' } },
  { path: '/workloads/search', does: { GET: 'The workloads that best match the typed words.' } },
  {
    path: '/workloads/{namespace}/{name}',
    does: { GET: 'A workload: its containers, what is recommended and why.' },
  },
  { path: '/workloads/{namespace}/{name}/events', does: { GET: 'What Kubernetes reports of a workload.' } },
  {
    path: '/workloads/{namespace}/{name}/evidence',
    does: { GET: 'What the recommender saw and weighed of a container.' },
  },
  {
    path: '/workloads/{namespace}/{name}/graduation',
    does: { GET: 'How a workload earns its update mode; null if its VPA does not ask for that.' },
  },
  {
    path: '/workloads/{namespace}/{name}/past',
    does: { GET: 'The recommendations, requests and usage of a container over time.' },
  },
  {
    path: '/workloads/{namespace}/without-vpa/{kind}/{name}',
    does: { GET: 'A workload without a VPA, with what one in mode Off would say of it.' },
  },
  { path: '/pods/{namespace}/{name}', does: { GET: 'Why a pod is as it is, and what happens to it next.' } },
  { path: '/namespaces', does: { GET: 'The namespaces that have VPAs, and how many.' } },
  { path: '/namespaces/{namespace}', does: { GET: 'A namespace at a glance.' } },
  {
    path: '/namespaces/{namespace}/past',
    does: { GET: 'What the workloads of a namespace requested, needed and used over time.' },
  },
  { path: '/namespace-sums', does: { GET: 'One page of the namespaces, with what their VPAs come to.' } },
  { path: '/vpas', does: { GET: 'The VPAs as objects: mode, conditions, and what a new pod would get.' } },
  { path: '/vpas/{namespace}/{name}', does: { PATCH: 'Changes the policy of a VPA.' } },
  {
    path: '/vpas/{namespace}/{name}/preview',
    does: { POST: 'What saving the change would do. Changes nothing.' },
  },
  {
    path: '/vpas/{namespace}/{name}/apply-now',
    does: { POST: 'Lets changes of its pods be made now that only their time holds back.' },
  },
  { path: '/vpas/{namespace}/{name}/try-again', does: { POST: 'Tries a change again that was undone.' } },
  {
    path: '/vpas/{namespace}/{name}/try-again/preview',
    does: { POST: 'What trying it again does to the pods. Changes nothing.' },
  },
  { path: '/hpas', does: { GET: 'One page of the HPAs.' } },
  {
    path: '/hpas/{namespace}/{name}',
    does: { GET: 'An HPA with the evidence of its newest evaluation.', PATCH: 'Changes its rules.' },
  },
  {
    path: '/hpas/{namespace}/{name}/preview',
    does: { POST: 'What saving the change would do. Changes nothing.' },
  },
  { path: '/plan', does: { GET: 'What the next pass of the updater would do to each pod, and why.' } },
  {
    path: '/approvals',
    does: { GET: 'One page of the changes that wait for a person.', POST: 'Approves or rejects changes.' },
  },
  { path: '/approvals/matching', does: { GET: 'The names of those that match.' } },
  { path: '/approvals/{namespace}/{name}', does: { GET: 'What waits for a person of one VPA.' } },
  { path: '/audit', does: { GET: 'One page of the record.' } },
  { path: '/audit/export', does: { GET: 'What matches of the record, as a file.' } },
  {
    path: '/costs',
    does: { GET: 'One page of what workloads, namespaces or rules cost, and their totals.' },
  },
  { path: '/costs.csv', does: { GET: 'Every row of the costs that matches, as a file.' } },
  { path: '/costs/realised', does: { GET: 'What became of requests since a date.' } },
  { path: '/nodes', does: { GET: 'One page of the nodes, and what they have together.' } },
  { path: '/nodes/labels', does: { GET: 'The labels by which VPAs can tell nodes apart.' } },
  { path: '/nodes/{name}', does: { GET: 'A node, and the pods that weigh most.' } },
  { path: '/rules', does: { GET: 'One page of the rules.' } },
  {
    path: '/rule-objects',
    does: { GET: 'What the rules state, for a hub: the first by name, long ones as a hash alone.' },
  },
  {
    path: '/rules/{name}',
    does: {
      GET: 'A rule, and one page of its workloads.',
      PATCH: 'Changes a rule.',
      DELETE: 'Deletes a rule.',
    },
  },
  {
    path: '/rules/{name}/deletion/preview',
    does: { POST: 'What deleting the rule would do, with its VPAs kept or removed. Changes nothing.' },
  },
  { path: '/rules/{name}/preview', does: { POST: 'What saving the change would do. Changes nothing.' } },
  {
    path: '/rule-drafts',
    does: { GET: 'What the form of a rule begins with.', POST: 'Makes a rule.' },
  },
  { path: '/rule-drafts/preview', does: { POST: 'What the rule would do. Changes nothing.' } },
  { path: '/bulk', does: { POST: 'Takes some of the steps of a change of many objects.' } },
  { path: '/bulk/preview', does: { POST: 'What these steps would do. Changes nothing.' } },
  {
    path: '/stop',
    does: {
      GET: 'The stops that concern the person.',
      POST: 'Stops; in force before the answer is sent.',
      DELETE: 'Resumes.',
    },
  },
  { path: '/stop/new-pods', does: { GET: 'What new pods would state under a stop.' } },
  { path: '/stop/resume', does: { GET: 'What a resume would do.' } },
  {
    path: '/stop/revert',
    does: {
      GET: 'What a revert would do.',
      POST: 'Resizes pods that were resized in place back to their templates.',
    },
  },
  {
    path: '/replays',
    does: { GET: 'One page of the replays.', POST: 'Begins a replay.' },
  },
  {
    path: '/replays/preview',
    does: { POST: 'Begins a replay that a page shows beside a change: in the list, not in the audit.' },
  },
  { path: '/replays/{id}', does: { GET: 'How far a replay is, or what it found.' } },
  { path: '/replays/{id}/cancel', does: { POST: 'Cancels a replay that waits or is at work.' } },
  { path: '/replays/{id}/export', does: { GET: 'What a replay found, as a file.' } },
  {
    path: '/replays/{id}/workloads/{namespace}/{name}',
    does: { GET: 'What one workload did in a replay.' },
  },
  { path: '/recommenders', does: { GET: 'The recommenders that VPAs can choose, with their parameters.' } },
  {
    path: '/recommendation-query',
    does: { POST: 'The current recommendation for a pod or a VPA, for other programs.' },
  },
  {
    path: '/admission/review',
    does: { POST: 'An AdmissionReview answered as the webhook would. Records nothing.' },
  },
  {
    path: '/admission/try',
    does: { POST: 'What admission would make of the pod in a manifest. Changes nothing.' },
  },
  { path: '/export', does: { GET: 'What VPAs recommend, as patches.' } },
  { path: '/export.zip', does: { GET: 'The same as one file.' } },
  { path: '/rights', does: { GET: 'What the person lacks to do something.' } },
  { path: '/prices', does: { PATCH: 'Keeps what a core and a GiB cost in an hour.' } },
  { path: '/messages', does: { GET: 'Where messages go, and what came of the last ones.' } },
  { path: '/messages/test', does: { POST: 'Sends a test message to every receiver.' } },
  { path: '/diagnostics', does: { GET: 'What this process is, how its parts are, and how it is set.' } },
  { path: '/diagnostics/bundle', does: { GET: 'A file for bug reports, without secrets.' } },
  {
    path: '/scenarios',
    does: { GET: 'The scenarios of the embedded cluster.', POST: 'Begins another scenario.' },
  },
  {
    path: '/session',
    does: {
      GET: 'Who the person is.',
      POST: 'Signs in with a Kubernetes token.',
      DELETE: 'Signs out in this browser.',
    },
  },
  { path: '/session/start', does: { GET: 'Sends a person to the identity provider.' } },
  { path: '/session/callback', does: { GET: 'Where the identity provider sends a person back to.' } },
];

/** Everybody may use these; they know nothing of Kubernetes. */
const LIB = ['lib/time', 'lib/memo', 'lib/http', 'lib/report'];
const PURE = ['model', 'objects', ...LIB];

/** What decides, from what asks for all of it down to what VPAs say. */
const DECIDE = [
  'decide/running',
  'decide/new',
  'decide/features',
  'decide/replicas',
  'decide/estimators',
  'decide/places',
  'decide/pods',
  'decide',
];
const BELOW_ROLES = ['contract', ...DECIDE, 'usage', 'store', 'cluster', 'kube', 'config', 'words', ...PURE];
export const ROLES = [
  'recommender',
  'updater',
  'admission',
  'nodes',
  'hpa',
  'rules',
  'operations',
  'messages',
  'access',
];

export interface Room {
  /** Its folder, as people write it. */
  path: string;
  /** One or two sentences for the map. */
  purpose: string;
  mayImport: readonly string[];
}

/** Every room, from the pages down to what imports nothing. */
export const ROOMS: Readonly<Record<string, Room>> = {
  app: {
    path: 'app/',
    purpose: 'Routes only: pages of a few lines. What they show they ask of the API.',
    mayImport: ['components', 'host', 'contract', 'config', ...LIB],
  },
  components: {
    path: 'components/',
    purpose:
      'What the pages are made of: charts, forms, tables, layout. Axes, columns and filters are plain data, tested without a browser.',
    mayImport: ['contract', 'words'],
  },
  host: {
    path: 'server/host/',
    purpose:
      'One process made of roles: the list of them (`roles.ts`), how they are composed (`compose.ts`), what routes see of it (`runtime.ts`), the link to the cluster, the front door (`http/`), and the thin JSON handlers of the API (`api/`). `dashboard.ts` starts it with the pages, which load when somebody asks for them, `headless.ts` without.',
    mayImport: ['pages', 'replay', 'hub', ...ROLES, ...BELOW_ROLES, 'sandbox'],
  },
  cli: {
    path: 'server/cli/',
    purpose:
      'What is typed in a terminal: `plumbline` (`main.ts`), which asks the dashboard or reads the cluster itself, and the commands that run beside a process.',
    mayImport: ['scan', 'pages', 'replay', ...ROLES, ...BELOW_ROLES, 'sandbox'],
  },
  scan: {
    path: 'server/scan/',
    purpose:
      'A report on any cluster, read once: `core/` judges and sums (pure), the rest lists the cluster, finds Prometheus, learns and replays its past, and writes the report down (`forms/`).',
    mayImport: ['replay', 'pages', ...ROLES, ...BELOW_ROLES],
  },
  handover: {
    path: 'server/handover/',
    purpose: 'Takes over from the upstream VPA, hands back to it, and removes Plumbline.',
    mayImport: ['admission', 'nodes', 'access', ...BELOW_ROLES],
  },
  replay: {
    path: 'server/replay/',
    purpose:
      'Lives through recorded usage under several policies and compares them. `engine/` is pure and is given what decides; `live/` gives it the live recommender, updater and admission.',
    mayImport: ['pages', ...ROLES, ...BELOW_ROLES],
  },
  pages: {
    path: 'server/pages/',
    purpose: 'What lists and pages show, a folder for each: filtered, sorted and paged here.',
    mayImport: [...ROLES, ...BELOW_ROLES],
  },
  hub: {
    path: 'server/hub/',
    purpose:
      'Many clusters in one place: reads the file that names them, asks each for the person who looks, keeps the last answers of each person, and brings them what people order (`orders/`).',
    mayImport: ['contract', 'access', 'store', 'decide/pods', 'config', 'words', ...PURE],
  },
  recommender: {
    path: 'server/recommender/',
    purpose:
      'A role: learns what containers use, recommends requests, keeps what it learned (`checkpoints/`).',
    mayImport: BELOW_ROLES,
  },
  updater: {
    path: 'server/updater/',
    purpose:
      'A role: gathers plain input (`gather/`), has `decide/running/` plan what to do to each pod and why, does it (`act/`), and follows what comes of it (`outcome/`).',
    mayImport: BELOW_ROLES,
  },
  admission: {
    path: 'server/admission/',
    purpose:
      'A role: watches the cluster (`watch/`), has `decide/new/` review pods, serves reviews over TLS and reports whether that works (`serving/`).',
    mayImport: BELOW_ROLES,
  },
  nodes: {
    path: 'server/nodes/',
    purpose:
      'A role: learns what each node uses from the samples the recommender fetches, says what is idle, and publishes it if asked to (`publishing/`).',
    mayImport: BELOW_ROLES,
  },
  hpa: {
    path: 'server/hpa/',
    purpose:
      'The role `hpa`: evaluates every HPA, keeps the evidence and the recent past, scales by those that ask for it.',
    mayImport: BELOW_ROLES,
  },
  rules: {
    path: 'server/rules/',
    purpose:
      'The role `rules`: makes VPAs for the workloads that a VerticalScalingPolicy matches, keeps them as it says, and removes them.',
    mayImport: BELOW_ROLES,
  },
  operations: {
    path: 'server/operations/',
    purpose: 'What people do, in any process: stops, policy edits, revert, and who did it.',
    mayImport: BELOW_ROLES,
  },
  messages: {
    path: 'server/messages/',
    purpose:
      'A role: tells people what happens. What it sees (`sources/`) becomes messages in a ledger that all processes share (`settle.ts`, pure), and one of them delivers.',
    mayImport: BELOW_ROLES,
  },
  contract: {
    path: 'server/contract/',
    purpose:
      'What pages ask for and are answered: views, and in `requests/` what people send with its schemas. The only room of the server, besides `words/`, that `components/` imports.',
    mayImport: ['access', ...BELOW_ROLES],
  },
  access: {
    path: 'server/access/',
    purpose:
      'Who people are (bearer token, proxy), their sessions, and what the RBAC of the cluster lets them do.',
    mayImport: ['words', 'kube', 'config', ...PURE],
  },
  store: {
    path: 'server/store/',
    purpose:
      'What must survive a restart and is not in a Kubernetes object. `audit/`: one queue for changes and actions, another for decisions and admissions. `series/`: what containers were recommended, requested and used, for months. `checkpoints/`: what was learned, if it is kept in the database.',
    mayImport: ['kube', 'config', 'words', ...PURE],
  },
  usage: {
    path: 'server/usage/',
    purpose: 'Where samples come from, live and past.',
    mayImport: ['kube', 'config', 'words', ...PURE],
  },
  cluster: {
    path: 'server/cluster/',
    purpose:
      'What is derived from the cluster, once a process, and kept up to date: free room on nodes, nodes to come, limits and quotas by namespace, approvals.',
    mayImport: [...DECIDE, 'kube', 'words', ...PURE],
  },
  kube: {
    path: 'server/kube/',
    purpose:
      'The cluster from outside: access, client, watch caches, indexes, events, leases, problems of its objects; the interface of a role.',
    mayImport: ['config', 'words', ...PURE],
  },
  config: {
    path: 'server/config/',
    purpose: 'Every setting, in tables; nothing else reads the environment.',
    mayImport: ['words', ...PURE],
  },
  sandbox: {
    path: 'sandbox/',
    purpose:
      'The embedded cluster: an API server on loopback, controllers, kubelets, simulated workloads. The other rooms reach it by a kubeconfig, like any cluster.',
    mayImport: ['decide/replicas', 'objects', ...LIB],
  },
  'decide/running': {
    path: 'server/decide/running/',
    purpose: 'What to do to each running pod, and why or why not: the plan, an ordered list of policies.',
    mayImport: [...DECIDE, 'words', ...PURE],
  },
  'decide/new': {
    path: 'server/decide/new/',
    purpose: 'What a new pod gets, and the review of it.',
    mayImport: [...DECIDE.slice(2), 'words', ...PURE],
  },
  'decide/features': {
    path: 'server/decide/features/',
    purpose:
      'A folder for each thing a VPA may opt into: what it states, what is wrong with it, and what it does to plans, new pods and pages. `features.ts` lists them.',
    mayImport: [...DECIDE.slice(3), 'words', ...PURE],
  },
  'decide/replicas': {
    path: 'server/decide/replicas/',
    purpose:
      'How many replicas an HPA asks for (`autoscaling/v2`), what each metric and pod counted for, what held it back, and its status and events. The role `hpa` and the HPA controller of the embedded cluster both call it.',
    mayImport: ['objects'],
  },
  'decide/estimators': {
    path: 'server/decide/estimators/',
    purpose: 'A folder for each way to recommend; `percentile/` is the algorithm of the upstream VPA.',
    mayImport: ['decide/pods', 'decide', ...PURE],
  },
  'decide/places': {
    path: 'server/decide/places/',
    purpose: 'What fits on which node: what pods need, what nodes have, and who would have to move.',
    mayImport: ['decide/pods', 'words', ...PURE],
  },
  'decide/pods': {
    path: 'server/decide/pods/',
    purpose:
      'Which VPA controls a pod, which VPAs are ours, what a VPA allows; capping, LimitRanges, quotas, validation, the stop.',
    mayImport: ['decide', 'words', ...PURE],
  },
  decide: {
    path: 'server/decide/settings.ts',
    purpose: 'What of the settings decisions depend on.',
    mayImport: [],
  },
  words: {
    path: 'server/words/',
    purpose: 'Every reason, problem, amount and duration in words, for logs, events, pages and the record.',
    mayImport: PURE,
  },
  model: {
    path: 'server/model/',
    purpose: 'Histograms, aggregates, what is known of the cluster, signals, prices.',
    mayImport: ['objects'],
  },
  objects: {
    path: 'server/objects/',
    purpose: "The API's types, keys, quantities, selectors, owners, sized containers.",
    mayImport: LIB,
  },
  'lib/time': {
    path: 'server/lib/time/',
    purpose: 'Clocks, the loop for all periodic work, its back-off, deadlines, slices of long work.',
    mayImport: ['lib/report'],
  },
  'lib/http': {
    path: 'server/lib/http/',
    purpose: 'Bodies that arrive, limits of connections, agents, certificates.',
    mayImport: [],
  },
  'lib/memo': {
    path: 'server/lib/memo/',
    purpose: 'Bounded caches, and values that rest for a while once made.',
    mayImport: [],
  },
  'lib/report': {
    path: 'server/lib/report/',
    purpose: 'The log, errors of requests, traces and spans.',
    mayImport: [],
  },
};

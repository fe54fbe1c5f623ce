/** What every room except `model` and `words` may use, by file or folder under `server/`. */
export const GROUND = [
  'agents',
  'clock',
  'config',
  'log',
  'problems',
  'secrets',
  'errors',
  'repeat',
  'backoff',
  'fair-share',
  'deadline',
  'derived',
  'few-at-a-time',
  'intake',
  'pipelined',
  'strangers',
  'json-record',
  'slices',
  'shortened',
  'sorting',
  'source-lines',
  'trace',
  'up-to',
  'spans',
  'version',
  'x509',
];

const ROLES = [
  'recommender',
  'updater',
  'admission',
  'nodes',
  'horizontal',
  'scaler',
  'fleet',
  'notifications',
  'operations',
  'access',
];
const BELOW_FEATURES = [
  'estimators',
  'usage',
  'store',
  'cluster',
  'policy',
  'words',
  'kube',
  'model',
  'ground',
];
/** What `server/contract/` is made of. */
const BELOW_CONTRACT = ['features', ...BELOW_FEATURES];
const BELOW_ROLES = ['contract', ...BELOW_CONTRACT];

export interface Room {
  /** Its path, as people write it. */
  path: string;
  /** One or two sentences for the map. */
  purpose: string;
  /** What it may import; types of views are allowed to the pages as well. */
  mayImport: readonly string[];
}

/** Every room, from the pages down to what imports nothing. */
export const ROOMS: Readonly<Record<string, Room>> = {
  app: {
    path: 'app/',
    purpose: 'Routes only: pages of a few lines, and thin JSON handlers that call `server/`.',
    mayImport: ['components', 'host', 'pages', 'contract', 'access', 'ground'],
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
      'One process made of roles: the list of them (`roles.ts`), how they are composed (`compose.ts`), what routes see of it (`runtime.ts`), the link to the cluster, the front door (`http/`). `inside-next.ts` starts it with the pages, `headless.ts` without.',
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
  contract: {
    path: 'server/contract/',
    purpose:
      'What pages ask for and are answered: views, and in `requests/` what people send with its schemas. The only room of the server, besides `words/`, that `components/` imports.',
    mayImport: ['access', 'horizontal', ...BELOW_CONTRACT],
  },
  hub: {
    path: 'server/hub/',
    purpose:
      'Many clusters in one place: reads the file that names them, asks each for the person who looks, keeps the last answers of each person, and brings them what people order (`orders/`).',
    mayImport: ['contract', 'access', 'store', 'policy', 'ground', 'words', 'model'],
  },
  recommender: {
    path: 'server/recommender/',
    purpose: 'A role: learns what containers use, recommends requests, keeps what it learned.',
    mayImport: BELOW_ROLES,
  },
  updater: {
    path: 'server/updater/',
    purpose:
      'A role: gathers plain input (`gather/`), plans what to do to each pod and why (`plan/`, pure), does it (`act/`).',
    mayImport: ['horizontal', ...BELOW_ROLES],
  },
  admission: {
    path: 'server/admission/',
    purpose:
      'A role: watches the cluster (`watch/`), reviews pods (`review/`, pure), serves reviews over TLS and reports whether that works (`serving/`).',
    mayImport: BELOW_ROLES,
  },
  nodes: {
    path: 'server/nodes/',
    purpose:
      'A role: learns what each node uses from the samples the recommender fetches, says what is idle, and publishes it if asked to (`publishing/`).',
    mayImport: BELOW_ROLES,
  },
  horizontal: {
    path: 'server/decide/replicas/',
    purpose:
      'Pure: how many replicas an HPA asks for (`autoscaling/v2`), what each metric and pod counted for, what held it back, and its status and events. The role `horizontal` and the HPA controller of the embedded cluster both call it.',
    mayImport: ['kube', 'model'],
  },
  scaler: {
    path: 'server/hpa/',
    purpose:
      'The role `horizontal`: evaluates every HPA, keeps the evidence and the recent past, scales by those that ask for it.',
    mayImport: ['horizontal', ...BELOW_ROLES],
  },
  fleet: {
    path: 'server/rules/',
    purpose:
      'A role: makes VPAs for the workloads that a VerticalScalingPolicy matches, keeps them as it says, and removes them.',
    mayImport: BELOW_ROLES,
  },
  operations: {
    path: 'server/operations/',
    purpose: 'What people do, in any process: stops, policy edits, revert, and who did it.',
    mayImport: ['horizontal', ...BELOW_ROLES],
  },
  notifications: {
    path: 'server/messages/',
    purpose:
      'A role: tells people what happens. What it sees (`sources/`) becomes messages in a ledger that all processes share (`settle.ts`, pure), and one of them delivers.',
    mayImport: BELOW_ROLES,
  },
  sandbox: {
    path: 'sandbox/',
    purpose:
      'The embedded cluster: an API server on loopback, controllers, kubelets, simulated workloads. The other rooms reach it by a kubeconfig, like any cluster.',
    mayImport: ['horizontal', 'ground', 'model'],
  },
  access: {
    path: 'server/access/',
    purpose:
      'Who people are (bearer token, proxy), their sessions, and what the RBAC of the cluster lets them do.',
    mayImport: ['words', 'kube', 'ground'],
  },
  features: {
    path: 'server/decide/features/',
    purpose:
      'A folder for each thing a VPA may opt into: what it states, what is wrong with it, and what it does to plans, new pods and pages. `features.ts` lists them.',
    mayImport: BELOW_FEATURES,
  },
  store: {
    path: 'server/store/',
    purpose:
      'What must survive a restart and is not in a Kubernetes object. `audit/`: one queue for changes and actions, another for decisions and admissions. `series/`: what containers were recommended, requested and used, for months. `checkpoints/`: what was learned, if it is kept in the database.',
    mayImport: ['words', 'policy', 'kube', 'model', 'ground'],
  },
  usage: {
    path: 'server/usage/',
    purpose: 'Where samples come from, live and past.',
    mayImport: ['words', 'policy', 'kube', 'model', 'ground'],
  },
  estimators: {
    path: 'server/decide/estimators/',
    purpose:
      'Pure: one folder per recommender that a VPA can choose; `percentile/` is the algorithm of the upstream VPA.',
    mayImport: ['policy', 'model', 'ground'],
  },
  cluster: {
    path: 'server/decide/places/',
    purpose:
      'What is derived from the cluster, once a process: what fits on which node, kept up to date pod by pod.',
    mayImport: ['words', 'policy', 'kube', 'model', 'ground'],
  },
  policy: {
    path: 'server/decide/pods/',
    purpose:
      'Pure: what a VPA allows, which VPA controls a pod, which VPAs are ours; capping, validation, the stop.',
    mayImport: ['words', 'kube', 'model', 'ground'],
  },
  kube: {
    path: 'server/kube/',
    purpose:
      'The cluster from outside: access, client, watch caches, indexes, API types, targets, events, leases; the interface of a role.',
    mayImport: ['words', 'model', 'ground'],
  },
  ground: {
    path: `server/{${GROUND.join(',')}}`,
    purpose:
      'What every room above uses: time, settings, log, problems, request errors, the loop for all periodic work.',
    mayImport: ['words', 'model'],
  },
  words: {
    path: 'server/words/',
    purpose: 'Every reason, problem, amount and duration in words, for logs, events, pages and the record.',
    mayImport: ['model'],
  },
  model: {
    path: 'server/model/',
    purpose: 'Pure: quantities, selectors, histograms, aggregates, cluster state. Imports nothing of ours.',
    mayImport: [],
  },
};

/** Series by name, in the notation of promtool, one sample a minute. */
type Series = Readonly<Record<string, string>>;

interface AlertCase {
  alert: string;
  fires: Series;
  quiet: Series;
  /** When to look. */
  after: string;
}

const problem = (code: string) => `plumbline_problems{instance="a",code="${code}"}`;
const held = (reason: string) => `plumbline_updater_held_pods{instance="a",reason="${reason}"}`;
const actions = (action: string, outcome: string) =>
  `plumbline_updater_actions_total{instance="a",action="${action}",outcome="${outcome}"}`;
const leading = (pod: string) => `plumbline_leading{instance="${pod}",role="updater"}`;
const passes = (outcome: string) => `plumbline_recommender_passes_total{instance="a",outcome="${outcome}"}`;
const healthy = (pod: string) => `plumbline_admission_healthy{instance="${pod}",pod="${pod}"}`;
const latency = (le: string) =>
  `vpa_admission_controller_admission_latency_seconds_bucket{instance="a",status="applied",resource="Pod",le="${le}"}`;
const expiry = 'plumbline_admission_certificate_expiry_timestamp_seconds{instance="a",namespace="plumbline"}';
const A_DAY_S = 86_400;

/** For every alert what makes it fire, once, and what nearly does. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'PlumblineDown',
    fires: { 'up{job="plumbline"}': '0x30' },
    quiet: { 'plumbline_build_info{instance="a"}': '1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineClusterAway',
    fires: { 'plumbline_cluster_connected{instance="a"}': '0x30' },
    quiet: { 'plumbline_cluster_connected{instance="a"}': '0 0 0 1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineAdmissionDown',
    fires: { [healthy('a')]: '0x30', [healthy('b')]: '0x30' },
    quiet: { [healthy('a')]: '0x30', [healthy('b')]: '1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineAdmissionLeaseStale',
    fires: { [held('lease-stale')]: '3x30' },
    quiet: { [held('too-young')]: '3x30' },
    after: '15m',
  },
  {
    alert: 'PlumblinePodsUnpatched',
    fires: { 'plumbline_admission_unpatched_vpas{instance="a"}': '2x30' },
    quiet: { 'plumbline_admission_unpatched_vpas{instance="a"}': '0x30' },
    after: '15m',
  },
  {
    alert: 'PlumblineAdmissionErrors',
    fires: {
      'plumbline_admission_reviews_total{instance="a",resource="Pod",outcome="failed"}': '0+1x60',
      'plumbline_admission_shed_total{instance="a"}': '0x60',
    },
    quiet: {
      'plumbline_admission_reviews_total{instance="a",resource="Pod",outcome="patched"}': '0+9x60',
      'plumbline_admission_shed_total{instance="a"}': '0x60',
    },
    after: '40m',
  },
  {
    alert: 'PlumblineAdmissionSlow',
    fires: { [latency('1')]: '0+1x60', [latency('2')]: '0+10x60', [latency('+Inf')]: '0+10x60' },
    quiet: { [latency('1')]: '0+10x60', [latency('2')]: '0+10x60', [latency('+Inf')]: '0+10x60' },
    after: '40m',
  },
  {
    alert: 'PlumblineCertificateExpires',
    fires: { [expiry]: `${3 * A_DAY_S}x90` },
    quiet: { [expiry]: `${30 * A_DAY_S}x90` },
    after: '80m',
  },
  {
    alert: 'PlumblinePassOverdue',
    fires: { [problem('pass-overdue')]: '1x30' },
    quiet: { [problem('target-missing')]: '1x30' },
    after: '15m',
  },
  {
    alert: 'PlumblineNoLeader',
    fires: { [leading('a')]: '0x30', [leading('b')]: '0x30' },
    quiet: { [leading('a')]: '0x30', [leading('b')]: '1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineTwoLeaders',
    fires: { [leading('a')]: '1x30', [leading('b')]: '1x30' },
    quiet: { [leading('a')]: '0x30', [leading('b')]: '1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineRecommenderFails',
    fires: { [passes('failed')]: '0+1x90', [passes('done')]: '5x90' },
    quiet: { [passes('failed')]: '0+1x90', [passes('done')]: '0+1x90' },
    after: '80m',
  },
  {
    alert: 'PlumblineUsageMissing',
    fires: { [problem('metrics-unavailable')]: '1x30' },
    quiet: { [problem('sample-absurd')]: '1x30' },
    after: '20m',
  },
  {
    alert: 'PlumblinePastNotLoaded',
    fires: { 'plumbline_past_namespaces_left{instance="a"}': '4x500' },
    quiet: { 'plumbline_past_namespaces_left{instance="a"}': '4x200 0x300' },
    after: '420m',
  },
  {
    alert: 'PlumblineEvictionsFail',
    fires: { [actions('evict', 'refused')]: '0+1x90' },
    quiet: { [actions('evict', 'budget-refused')]: '0+1x90', [actions('evict', 'done')]: '0+1x90' },
    after: '60m',
  },
  {
    alert: 'PlumblineResizesFail',
    fires: { [actions('resize', 'forbidden')]: '0+1x90' },
    quiet: { [actions('resize', 'done')]: '0+1x90' },
    after: '60m',
  },
  {
    alert: 'PlumblineLoopBroken',
    fires: { [held('loop-broken')]: '2x30' },
    quiet: { [held('rate-limited')]: '2x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineManyOoms',
    fires: { 'plumbline_recommender_ooms_total{instance="a",source="status"}': '0+1x90' },
    quiet: { 'plumbline_recommender_ooms_total{instance="a",source="status"}': '0x80 1x10' },
    after: '80m',
  },
  {
    alert: 'PlumblineDatabaseAway',
    fires: { 'plumbline_database_up{instance="a"}': '0x30' },
    quiet: { 'plumbline_database_up{instance="a"}': '1x30' },
    after: '10m',
  },
  {
    alert: 'PlumblineRecordsLost',
    fires: { 'plumbline_record_dropped_total{instance="a"}': '0x20 9x20' },
    quiet: { 'plumbline_record_dropped_total{instance="a"}': '9x40' },
    after: '25m',
  },
  {
    alert: 'PlumblineStopped',
    fires: {
      'plumbline_stops{instance="a",scope="all"}': '1x1600',
      'plumbline_stops{instance="a",scope="vpa"}': '0x1600',
    },
    quiet: { 'plumbline_stops{instance="a",scope="all"}': '1x1000 0x600' },
    after: '1500m',
  },
  {
    alert: 'PlumblineApprovalsWait',
    fires: { [held('awaits-approval')]: '3x1600' },
    quiet: { [held('awaits-approval')]: '3x1000' },
    after: '1500m',
  },
  {
    alert: 'PlumblineLoopFails',
    fires: { 'plumbline_loop_runs_total{instance="a",loop="record",outcome="failed"}': '0+1x90' },
    quiet: { 'plumbline_loop_runs_total{instance="a",loop="record",outcome="retry"}': '0+1x90' },
    after: '60m',
  },
  {
    alert: 'PlumblineRoleNotStarted',
    fires: { [problem('role-not-started')]: '1x30' },
    quiet: { [problem('policy-invalid')]: '1x30' },
    after: '5m',
  },
  {
    alert: 'PlumblineMessagesNotDelivered',
    fires: { [problem('messages-not-delivered')]: '1x90' },
    quiet: { 'plumbline_messages_dropped_total{instance="a"}': '0x90' },
    after: '30m',
  },
];

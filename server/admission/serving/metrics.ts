import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Reviewed, ReviewOutcome } from '../../decide/new/outcomes';

/** The reference's buckets, so that its dashboards fit. */
const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300];
/** An answer takes a fraction of a millisecond; these buckets resolve that. */
const FINE_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, ...SECONDS];

/** The reference's name for the outcome of a review. */
const STATUSES: Record<Reviewed['outcome'], 'applied' | 'skipped' | 'error'> = {
  patched: 'applied',
  observed: 'applied',
  accepted: 'applied',
  failed: 'error',
  unreadable: 'error',
  refused: 'skipped',
  'no-vpa': 'skipped',
  'mode-off': 'skipped',
  stopped: 'skipped',
  'before-first-change': 'skipped',
  'already-patched': 'skipped',
  'patch-withheld': 'skipped',
  'not-ready': 'skipped',
  'not-reviewed': 'skipped',
};

/** What counts the reviews of one kind and outcome. */
interface Counts {
  readonly pods: { inc(): void } | undefined;
  readonly outcome: { inc(): void };
  readonly latency: { observe(seconds: number): void };
}

/** The metrics of admission: the reference's under its names, and our own. */
export class AdmissionMetrics {
  private readonly pods: Counter;
  private readonly latency: Histogram;
  private readonly outcomes: Counter;
  private readonly shedCount: Counter;
  private readonly unprovenCount: Counter;
  private readonly ofReviews: { observe(seconds: number): void };
  /** To look up labels costs more than to count, so each combination is looked up once. */
  private readonly counts: Readonly<Record<Reviewed['resource'], Map<ReviewOutcome, Counts>>> = {
    Pod: new Map(),
    VPA: new Map(),
    unknown: new Map(),
  };
  readonly unpatchedPods: Counter;
  readonly unpatchedVpas: Gauge;
  readonly healthy: Gauge;
  readonly certificateExpiry: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.pods = new Counter({
      name: 'vpa_admission_controller_admission_pods_total',
      help: 'Number of Pods processed by VPA Admission Controller',
      labelNames: ['applied'],
      registers,
    });
    this.latency = new Histogram({
      name: 'vpa_admission_controller_admission_latency_seconds',
      help: 'Time spent in VPA Admission Controller.',
      labelNames: ['status', 'resource'],
      buckets: FINE_SECONDS,
      registers,
    });
    const execution = new Histogram({
      name: 'vpa_admission_controller_execution_latency_seconds',
      help: 'Time spent in various parts of VPA Admission Controller main loop.',
      labelNames: ['step'],
      buckets: FINE_SECONDS,
      registers,
    });
    this.ofReviews = execution.labels('review');
    this.outcomes = new Counter({
      name: 'plumbline_admission_reviews_total',
      help: 'Reviews by outcome',
      labelNames: ['resource', 'outcome'],
      registers,
    });
    this.shedCount = new Counter({
      name: 'plumbline_admission_shed_total',
      help: 'Reviews refused because too many were in progress',
      registers,
    });
    this.unprovenCount = new Counter({
      name: 'plumbline_admission_unproven_total',
      help: 'Reviews answered with "allowed, unchanged", since nothing proved that they come from the API server',
      registers,
    });
    this.unpatchedPods = new Counter({
      name: 'plumbline_admission_unpatched_pods_total',
      help: 'Pods created without a patch though a VPA controls them',
      registers,
    });
    this.unpatchedVpas = new Gauge({
      name: 'plumbline_admission_unpatched_vpas',
      help: 'VPAs whose newest pods were created without a patch',
      registers,
    });
    this.healthy = new Gauge({
      name: 'plumbline_admission_healthy',
      help: '1 while admission works and its lease is renewed, otherwise 0',
      registers,
    });
    this.certificateExpiry = new Gauge({
      name: 'plumbline_admission_certificate_expiry_timestamp_seconds',
      help: 'When the serving certificate expires',
      registers,
    });
  }

  /** One review and its duration. */
  reviewed(reviewed: Reviewed, seconds: number): void {
    const counts = this.countsOf(reviewed);
    counts.pods?.inc();
    counts.outcome.inc();
    counts.latency.observe(seconds);
    this.ofReviews.observe(seconds);
  }

  shed(): void {
    this.shedCount.inc();
  }

  unproven(): void {
    this.unprovenCount.inc();
  }

  private countsOf(reviewed: Reviewed): Counts {
    const { resource, outcome } = reviewed;
    const known = this.counts[resource].get(outcome);
    if (known) return known;
    const status = STATUSES[reviewed.outcome];
    const counts = {
      pods: resource === 'Pod' ? this.pods.labels(String(status === 'applied')) : undefined,
      outcome: this.outcomes.labels(resource, outcome),
      latency: this.latency.labels(status, resource),
    };
    this.counts[resource].set(outcome, counts);
    return counts;
  }
}

import { z } from 'zod';
import { durationMs, flag, numeric, positive, ratio, setting, text } from './setting';

export const UPDATER_SETTINGS = {
  updaterIntervalMs: setting('UPDATER_INTERVAL', '1m', durationMs, 'Time between two updater passes.'),
  leaderElect: setting(
    'LEADER_ELECT',
    'false',
    flag,
    'Elect leaders, so that of several processes one recommends and one updates (upstream: false). The others learn, show, admit, and take over.',
  ),
  minReplicas: setting('MIN_REPLICAS', '2', positive, 'Live pods a controller needs before any is evicted.'),
  evictionTolerance: setting(
    'EVICTION_TOLERANCE',
    '0.5',
    numeric(z.number().gte(0).lte(1)),
    'Share of the replicas that may be unavailable at once.',
  ),
  evictionRateLimit: setting(
    'EVICTION_RATE_LIMIT',
    '-1',
    numeric(z.number()),
    'Evictions per second over all VPAs; 0 or less means no limit.',
  ),
  evictionRateBurst: setting('EVICTION_RATE_BURST', '1', positive, 'Burst of evictions under that limit.'),
  podUpdateThreshold: setting(
    'POD_UPDATE_THRESHOLD',
    '0.1',
    ratio,
    'Summed relative difference from the target from which on an old pod is updated.',
  ),
  inRecommendationBoundsEvictionLifetimeThresholdMs: setting(
    'IN_RECOMMENDATION_BOUNDS_EVICTION_LIFETIME_THRESHOLD',
    '12h',
    durationMs,
    'Age from which on a pod within its bounds is updated.',
  ),
  evictAfterOomThresholdMs: setting(
    'EVICT_AFTER_OOM_THRESHOLD',
    '10m',
    durationMs,
    'A container OOM-killed within this time of its start makes its pod a candidate.',
  ),
  useAdmissionControllerStatus: setting(
    'USE_ADMISSION_CONTROLLER_STATUS',
    'true',
    flag,
    'Evict only while the admission lease is fresh.',
  ),
  inPlaceSkipDisruptionBudget: setting(
    'IN_PLACE_SKIP_DISRUPTION_BUDGET',
    'false',
    flag,
    'Resize in place without counting unavailable pods, if no container restarts.',
  ),
  evictionRateLimitPerVpa: setting(
    'EVICTION_RATE_LIMIT_PER_VPA',
    '-1',
    numeric(z.number()),
    'Pods of one VPA changed per minute; 0 or less leaves only the tolerance.',
  ),
  loopBreakerMisses: setting(
    'LOOP_BREAKER_MISSES',
    '2',
    numeric(z.number().int().gte(0)),
    'Replacements without the target after which a VPA stops evicting; until the first one has it, at most this many are outstanding. 0 turns this off.',
  ),
  warmUpMs: setting(
    'WARM_UP',
    '10m',
    durationMs,
    'How long changes come at the warm-up rate after a start or a resume, and longer while pods wait. 0s turns this off.',
  ),
  warmUpRatePerMinute: setting(
    'WARM_UP_RATE_PER_MINUTE',
    '10',
    positive,
    'Pods changed per minute over all VPAs while warming up.',
  ),
  leastHistoryMs: setting(
    'LEAST_HISTORY',
    '1h',
    durationMs,
    'Usage history a VPA needs before its pods are changed; OOM kills are exempt.',
  ),
  admissionLeaseMaxAgeMs: setting(
    'ADMISSION_LEASE_MAX_AGE',
    '60s',
    durationMs,
    'Age of the admission lease, in real time, beyond which nothing is evicted (upstream: 60s).',
  ),
  resizeDeferredTimeoutMs: setting(
    'RESIZE_DEFERRED_TIMEOUT',
    '5m',
    durationMs,
    'InPlaceOrRecreate evicts when a resize is deferred for longer (upstream: 5m).',
  ),
  resizeInProgressTimeoutMs: setting(
    'RESIZE_IN_PROGRESS_TIMEOUT',
    '1h',
    durationMs,
    'InPlaceOrRecreate evicts when a resize takes longer (upstream: 1h).',
  ),
  hpaMaxReplicaJump: setting(
    'HPA_MAX_REPLICA_JUMP',
    '0.25',
    ratio,
    'Share of the replicas that an HPA may add or remove since a request it scales on is changed, or else the change waits; one replica always may. Beyond a quarter, the change costs more than the HPA ever smooths in one step.',
  ),
  actionBackoffMs: setting(
    'ACTION_BACKOFF',
    '1m',
    durationMs,
    'Pause after a failed eviction or resize of a pod; each further failure doubles it, up to an hour.',
  ),
  calendar: setting(
    'CALENDAR',
    '',
    text,
    'When pods may be evicted or resized, as JSON or YAML such as {windows: [{days: Mon-Fri, from: "22:00", to: "06:00"}]}, see docs/calendar.md; the annotation plumbline.dev/calendar of a VPA counts instead. Empty means at all times.',
  ),
  stopPatchRate: setting(
    'STOP_PATCH_RATE',
    '100',
    positive,
    'VPAs per second whose mode a stop or a resume sets; not counted in the limit on other requests.',
  ),
} as const;

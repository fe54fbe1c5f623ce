import { z } from 'zod';
import { durationMs, flag, numeric, positive, ratio, setting } from './setting';

export const UPDATER_SETTINGS = {
  updaterIntervalMs: setting('UPDATER_INTERVAL', '1m', durationMs, 'Time between two updater passes.'),
  leaderElect: setting(
    'LEADER_ELECT',
    'false',
    flag,
    'Let only one of several updaters act at a time; needed wherever more than one runs (the reference: false).',
  ),
  minReplicas: setting('MIN_REPLICAS', '2', positive, 'Fewer live pods than this and none is evicted.'),
  evictionTolerance: setting(
    'EVICTION_TOLERANCE',
    '0.5',
    numeric(z.number().gte(0).lte(1)),
    'Share of the replicas that may be away at once.',
  ),
  evictionRateLimit: setting(
    'EVICTION_RATE_LIMIT',
    '-1',
    numeric(z.number()),
    'Evictions a second over all VPAs; 0 or less means no limit.',
  ),
  evictionRateBurst: setting(
    'EVICTION_RATE_BURST',
    '1',
    positive,
    'Evictions that may come at once under the rate limit.',
  ),
  podUpdateThreshold: setting(
    'POD_UPDATE_THRESHOLD',
    '0.1',
    ratio,
    'Summed relative difference from which an old pod is worth an update.',
  ),
  inRecommendationBoundsEvictionLifetimeThresholdMs: setting(
    'IN_RECOMMENDATION_BOUNDS_EVICTION_LIFETIME_THRESHOLD',
    '12h',
    durationMs,
    'Age from which a pod within its bounds may still be updated.',
  ),
  evictAfterOomThresholdMs: setting(
    'EVICT_AFTER_OOM_THRESHOLD',
    '10m',
    durationMs,
    'A container killed for memory within this time of its start makes its pod a candidate.',
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
    'Resize in place without restraint when no container restarts.',
  ),
  evictionRateLimitPerVpa: setting(
    'EVICTION_RATE_LIMIT_PER_VPA',
    '-1',
    numeric(z.number()),
    'Pods of one VPA that may be changed a minute; 0 or less means no limit beside the tolerance.',
  ),
  loopBreakerMisses: setting(
    'LOOP_BREAKER_MISSES',
    '2',
    numeric(z.number().int().gte(0)),
    'Replacements without the target after which a VPA evicts no more; until one has the target, no more than this are out at once. 0 turns it off.',
  ),
  warmUpMs: setting(
    'WARM_UP',
    '10m',
    durationMs,
    'Time after a start or a resume in which changes come at the warm-up rate, so that none brings a burst; it goes on while pods wait for their turn. 0s turns it off.',
  ),
  warmUpRatePerMinute: setting(
    'WARM_UP_RATE_PER_MINUTE',
    '10',
    positive,
    'Pods changed a minute over all VPAs while warming up.',
  ),
  leastHistoryMs: setting(
    'LEAST_HISTORY',
    '1h',
    durationMs,
    'Usage history a VPA needs before its pods are changed for their bounds; kills for memory are excepted.',
  ),
  admissionLeaseMaxAgeMs: setting(
    'ADMISSION_LEASE_MAX_AGE',
    '60s',
    durationMs,
    'Real time since the admission lease was renewed after which nothing is evicted (the reference: 60s).',
  ),
  resizeDeferredTimeoutMs: setting(
    'RESIZE_DEFERRED_TIMEOUT',
    '5m',
    durationMs,
    'A resize deferred for longer makes InPlaceOrRecreate evict (the reference: 5m).',
  ),
  resizeInProgressTimeoutMs: setting(
    'RESIZE_IN_PROGRESS_TIMEOUT',
    '1h',
    durationMs,
    'A resize under way for longer makes InPlaceOrRecreate evict (the reference: 1h).',
  ),
  actionBackoffMs: setting(
    'ACTION_BACKOFF',
    '1m',
    durationMs,
    'First pause after a failed eviction or resize of a pod; doubled by each further failure, up to an hour.',
  ),
  stopPatchRate: setting(
    'STOP_PATCH_RATE',
    '100',
    positive,
    'VPAs a second whose mode a stop sets to Off or a resume restores; apart from the rate of other requests.',
  ),
} as const;

import { durationSetting } from '../lib/time/duration-setting';
import { positive, setting, text } from './setting';

export const STORE_SETTINGS = {
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    text,
    'Database of the record, of one cluster: postgres://… (with ?schema=NAME for a schema of its own) or file:…; empty means a SQLite file in the data folder.',
  ),
  storeQueueLimit: setting(
    'STORE_QUEUE_LIMIT',
    '10000',
    positive,
    'Decisions and admissions that may wait for the database; beyond that, the oldest are dropped and counted.',
  ),
  auditQueueLimit: setting(
    'AUDIT_QUEUE_LIMIT',
    '100000',
    positive,
    'Changes and actions that may wait for the database, in a queue of their own; beyond that, the oldest are dropped and counted.',
  ),
  decisionRetentionMs: setting('DECISION_RETENTION', '14d', durationSetting, 'How long decisions are kept.'),
  historyBeatMs: setting(
    'HISTORY_BEAT',
    '5m',
    durationSetting,
    'How often recommendations, requests and usage of containers are stored; a crash loses this much of them.',
  ),
  historyRetentionMs: setting(
    'HISTORY_RETENTION',
    '90d',
    durationSetting,
    'How long they are kept: minutes for a day, steps of 5 minutes for 8 days, hours and days for all of it. A container costs about 1.1 kB a day.',
  ),
  replaysKept: setting('REPLAYS_KEPT', '50', positive, 'How many replays are kept with their results.'),
  replayRetentionMs: setting('REPLAY_RETENTION', '30d', durationSetting, 'How long replays are kept.'),
  auditRetentionMs: setting(
    'AUDIT_RETENTION',
    '365d',
    durationSetting,
    'How long actions, policy changes and stops are kept.',
  ),
} as const;

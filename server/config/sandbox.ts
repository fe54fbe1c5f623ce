import * as z from 'zod';
import { durationSetting } from '../lib/time/duration-setting';
import { anyWhole, flag, numeric, port, setting, text } from './setting';

export const SANDBOX_SETTINGS = {
  sandbox: setting('SANDBOX', 'false', flag, 'Run the embedded cluster in this process and use it.'),
  sandboxPort: setting('SANDBOX_PORT', '0', port, 'Port of the embedded API server; 0 picks a free one.'),
  sandboxScenario: setting(
    'SANDBOX_SCENARIO',
    'small-shop',
    text,
    'Scenario that the embedded cluster starts with.',
  ),
  sandboxSeed: setting('SANDBOX_SEED', '1', anyWhole, 'Seed of all randomness in the embedded cluster.'),
  sandboxPastMs: setting(
    'SANDBOX_HISTORY',
    '0d',
    durationSetting,
    'How long the workloads of the embedded cluster have run before it starts; what they used is loaded as from Prometheus.',
  ),
  sandboxHeadStartMs: setting(
    'SANDBOX_HEAD_START',
    '0s',
    durationSetting,
    'How long of its time the embedded cluster hurries after its first pass, before CLOCK_SPEED holds again.',
  ),
  sandboxTraces: setting(
    'SANDBOX_TRACES',
    '',
    text,
    'Folder of CSV usage traces that drive the workloads instead of the built-in behaviours.',
  ),
  sandboxHpaController: setting(
    'SANDBOX_HPA_CONTROLLER',
    'true',
    flag,
    'Run the HPA controller of the embedded cluster; without it, the role hpa can scale.',
  ),
  clockSpeed: setting(
    'CLOCK_SPEED',
    '1',
    numeric(z.number().gte(1).lte(3600)),
    'How many times faster than real time the cluster clock runs; 360 makes a day pass in 4 minutes.',
  ),
  clockAdapts: setting(
    'CLOCK_ADAPTS',
    'false',
    flag,
    'Run the clock of the embedded cluster slower while passes take longer than their interval.',
  ),
} as const;

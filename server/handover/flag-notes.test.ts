import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../config';
import { flagNotes, flagsIn } from './flag-notes';
import type { FoundDeployment } from './found';
import { UPSTREAM_FLAGS } from './upstream-flags';

/** The flags that the programs of VPA 1.8.1 list with `--help`. */
const LISTED: Readonly<Record<string, string[]>> = JSON.parse(
  readFileSync('tests/recorded/upstream-flags-1.8.1.json', 'utf8'),
);

function deployment(
  name: string,
  args: string[],
  env: { name: string; value?: string }[] = [],
): FoundDeployment {
  const template = { spec: { containers: [{ args, env }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'vpa' },
    spec: { template },
  };
}

function notes(args: string[], env: { name: string; value?: string }[] = []): string[] {
  const upstream = [{ part: 'updater' as const, deployment: deployment('vpa-updater', args) }];
  return flagNotes({ upstream, ours: [deployment('plumbline', [], env)] })
    .slice(1)
    .map((note) => note.replace('  vpa/vpa-updater ', ''));
}

describe('the flags of the upstream VPA', () => {
  it('each have their setting, or the reason why there is none', () => {
    expect([...new Set(Object.values(LISTED).flat())].sort()).toEqual(Object.keys(UPSTREAM_FLAGS).sort());
  });

  it('write values that their settings take', () => {
    const samples = [
      'true',
      '0.5',
      '3',
      '30s',
      'http://prometheus.monitoring:9090',
      'checkpoint',
      '500m',
      ':8943',
    ];
    for (const [name, answer] of Object.entries(UPSTREAM_FLAGS)) {
      if ('none' in answer) continue;
      const taken = samples.filter((value) => {
        const [only] = answer.settings;
        const written = Object.entries(answer.write?.(value) ?? (only ? { [only]: value } : {}));
        return written.every(
          ([key, text]) => SETTINGS[key as keyof typeof SETTINGS].parse.safeParse(text).success,
        );
      });
      expect(taken, name).not.toEqual([]);
    }
  });

  it.each<[string, string[], string[]]>([
    ['a value to be set', ['--min-replicas=1'], ['--min-replicas=1: set PLUMBLINE_MIN_REPLICAS=1.']],
    ['the default', ['--min-replicas=2'], ['--min-replicas=2: PLUMBLINE_MIN_REPLICAS has that by default.']],
    [
      'a duration as Go prints it',
      ['--updater-interval=1m0s'],
      ['--updater-interval=1m0s: PLUMBLINE_UPDATER_INTERVAL has that by default.'],
    ],
    [
      'a value of its own word',
      ['--ignored-vpa-object-namespaces', 'a,b'],
      ['--ignored-vpa-object-namespaces=a,b: set PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES=a,b.'],
    ],
    [
      'a flag alone, with low lines',
      ['--leader_elect'],
      ['--leader-elect=true: set PLUMBLINE_LEADER_ELECT=true.'],
    ],
    [
      'a flag without a setting',
      ['--webhook-failure-policy-fail=true'],
      [
        '--webhook-failure-policy-fail=true: no setting: the policy is always Ignore: no pod waits for Plumbline.',
      ],
    ],
    [
      'gates',
      ['--feature-gates=InPlace=true,PerVPAConfig=false'],
      [
        '--feature-gates=InPlace=true,PerVPAConfig=false: PLUMBLINE_FEATURE_IN_PLACE has that by default; set PLUMBLINE_FEATURE_PER_VPA_CONFIG=false (gates that are not named are closed in the upstream and open here).',
      ],
    ],
    [
      'another form',
      ['--webhook-timeout-seconds=30', '--webhook-labels=a:b,c:d'],
      [
        '--webhook-timeout-seconds=30: set PLUMBLINE_ADMISSION_TIMEOUT=30s.',
        '--webhook-labels=a:b,c:d: set PLUMBLINE_ADMISSION_WEBHOOK_LABELS=a=b,c=d.',
      ],
    ],
    [
      'a value that the setting refuses',
      ['--eviction-rate-burst=0'],
      [
        '--eviction-rate-burst=0: PLUMBLINE_EVICTION_RATE_BURST does not take 0: Too small: expected number to be >=1.',
      ],
    ],
    [
      'a secret',
      ['--password=hunter2'],
      ['--password=(not shown): set PLUMBLINE_PROMETHEUS_PASSWORD=(not shown).'],
    ],
    ['a flag of no version known', ['--toString=1'], ['--toString=1: no flag of VPA 1.8.1, and no setting.']],
    ['verbosity', ['-v=4'], ['-v=4: PLUMBLINE_LOG_LEVEL has that by default.']],
  ])('tell %s', (_what, args, expected) => {
    expect(notes(args)).toEqual(expected);
  });

  it('are compared with what Plumbline is given', () => {
    const env = [
      { name: 'PLUMBLINE_MIN_REPLICAS', value: '1' },
      { name: 'PLUMBLINE_EVICTION_TOLERANCE', value: '0.2' },
      { name: 'PLUMBLINE_PROMETHEUS_PASSWORD' },
    ];
    expect(notes(['--min-replicas=1', '--eviction-tolerance=0.4', '--password=x'], env)).toEqual([
      '--min-replicas=1: PLUMBLINE_MIN_REPLICAS is set to it.',
      '--eviction-tolerance=0.4: set PLUMBLINE_EVICTION_TOLERANCE=0.4, which is 0.2 there.',
      '--password=(not shown): set PLUMBLINE_PROMETHEUS_PASSWORD=(not shown), which is set from elsewhere there.',
    ]);
  });

  it('are words of a command that begin with a hyphen', () => {
    expect(flagsIn(['./updater', '--v', '4', '--leader-elect', '--stderrthreshold=info', '-'])).toEqual([
      { name: 'v', value: '4' },
      { name: 'leader-elect', value: 'true' },
      { name: 'stderrthreshold', value: 'info' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { ConfigError } from '../lib/report/errors';
import { formerSettingsIn } from './former-settings';
import { defaultConfig, readConfig, SETTINGS } from './index';
import { formerRolesIn } from './process';
import { formerRecommendersIn } from './recommender';

describe('settings', () => {
  it('have the defaults of the reference', () => {
    expect(defaultConfig()).toMatchObject({
      recommenderIntervalMs: 60_000,
      recommendationMarginFraction: 0.15,
      targetCpuPercentile: 0.9,
      cpuHistogramDecayHalfLifeMs: 86_400_000,
      evictionTolerance: 0.5,
      kubeApiQps: 50,
      kubeApiBurst: 100,
    });
  });

  it('have names and help of their own', () => {
    const entries = Object.values(SETTINGS);
    expect(new Set(entries.map((entry) => entry.env)).size).toBe(entries.length);
    for (const entry of entries) expect(entry.help).toMatch(/\S.*\.$/);
  });

  it.each([
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['8d', 691_200_000],
  ])('read the duration %s', (text, expected) => {
    expect(readConfig({ PLUMBLINE_RECOMMENDER_INTERVAL: text }).recommenderIntervalMs).toBe(expected);
  });

  it('wait for no history at all where that is asked for, unless the wait to lower is stated', () => {
    const waits = (environment: Record<string, string>) => {
      const { leastHistoryMs, leastHistoryToLowerMs } = readConfig(environment);
      return [leastHistoryMs, leastHistoryToLowerMs].map((ms) => ms / 3_600_000);
    };
    expect(waits({})).toEqual([1, 24]);
    expect(waits({ PLUMBLINE_LEAST_HISTORY: '0s' })).toEqual([0, 0]);
    expect(waits({ PLUMBLINE_LEAST_HISTORY: '30m' })).toEqual([0.5, 24]);
    expect(waits({ PLUMBLINE_LEAST_HISTORY: '0s', PLUMBLINE_LEAST_HISTORY_TO_LOWER: '12h' })).toEqual([
      0, 12,
    ]);
  });

  it.each([
    ['PLUMBLINE_RECOMMENDER_INTERVAL', 'soon'],
    ['PLUMBLINE_RECOMMENDER_INTERVAL', '5'],
    ['PLUMBLINE_TARGET_CPU_PERCENTILE', '1.5'],
    ['PLUMBLINE_PORT', '70000'],
    ['PLUMBLINE_SANDBOX', 'perhaps'],
    ['PLUMBLINE_MAX_ALLOWED_CPU_BOOST', 'two'],
    ['PLUMBLINE_CONTAINER_RECOMMENDATION_MAX_ALLOWED_CPU', 'two'],
    ['PLUMBLINE_CONTAINER_RECOMMENDATION_MAX_ALLOWED_MEMORY', '4 GiB'],
    ['PLUMBLINE_LARGEST_NODE', 'cpu=16'],
    ['PLUMBLINE_LARGEST_NODE', 'cpu=16,cpu=8'],
    ['PLUMBLINE_LARGEST_NODE', 'cpu=16,memory=much'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(`${name}="${value}"`);
  });

  it.each([
    ['PLUMBLINE_RECOMMENDERS', 'window, adaptive,mean', { recommenders: ['adaptive'] }, 'window, mean'],
    [
      'PLUMBLINE_RECOMMENDER_OF_KIND',
      'Job=mean,Deployment=adaptive',
      { recommenderOfKind: { Deployment: 'adaptive' } },
      'mean',
    ],
  ])('may still name in %s a recommender that is gone, which is told', (name, value, expected, gone) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
    expect(formerRecommendersIn(new Map([[name, value]]))).toEqual([
      `${name} names ${gone}, which Plumbline no longer has: take it out`,
    ]);
    expect(formerRecommendersIn(new Map([[name, 'adaptive']]))).toEqual([]);
  });

  it('may still name a role by its former name, which is told', () => {
    const given = { PLUMBLINE_ROLES: 'updater, telling, horizontal, fleet' };
    expect(readConfig(given)).toMatchObject({ roles: ['updater', 'messages', 'hpa', 'rules'] });
    expect(formerRolesIn(new Map(Object.entries(given)))).toEqual([
      'PLUMBLINE_ROLES names the role telling, which is now called messages: write messages',
      'PLUMBLINE_ROLES names the role fleet, which is now called rules: write rules',
      'PLUMBLINE_ROLES names the role horizontal, which is now called hpa: write hpa',
    ]);
    expect(formerRolesIn(new Map([['PLUMBLINE_ROLES', 'updater,messages']]))).toEqual([]);
  });

  it('may still be called by their former names, which is told', () => {
    const given = {
      PLUMBLINE_HORIZONTAL_TOLERANCE: '0.2',
      PLUMBLINE_HORIZONTAL_SYNC_PERIOD: '20s',
      PLUMBLINE_HPA_SYNC_PERIOD: '30s',
      PLUMBLINE_FLEET_COLLECT_AFTER: '2m',
    };
    expect(readConfig(given)).toMatchObject({
      hpaToleranceRatio: 0.2,
      hpaIntervalMs: 30_000,
      rulesCollectAfterMs: 120_000,
    });
    expect(formerSettingsIn(given)).toEqual([
      'PLUMBLINE_HORIZONTAL_TOLERANCE is now called PLUMBLINE_HPA_TOLERANCE: write that',
      'PLUMBLINE_HORIZONTAL_SYNC_PERIOD is now called PLUMBLINE_HPA_SYNC_PERIOD: write that',
      'PLUMBLINE_FLEET_COLLECT_AFTER is now called PLUMBLINE_RULES_COLLECT_AFTER: write that',
    ]);
    expect(formerSettingsIn({ PLUMBLINE_HPA_TOLERANCE: '0.2' })).toEqual([]);
  });

  it('name every fault at once, unknown names included', () => {
    const read = () => readConfig({ PLUMBLINE_PROT: '1', PLUMBLINE_PORT: 'x' });
    expect(read).toThrow(/PLUMBLINE_PROT is not a setting/);
    expect(read).toThrow(/PLUMBLINE_PORT="x"/);
  });

  it('ignore the links to a Service named plumbline', () => {
    const config = readConfig({
      PLUMBLINE_PORT: 'tcp://10.0.0.7:443',
      PLUMBLINE_PORT_443_TCP_ADDR: '10.0.0.7',
      PLUMBLINE_SERVICE_HOST: '10.0.0.7',
      PLUMBLINE_SERVICE_PORT_HTTPS: '443',
    });
    expect(config.port).toBe(3000);
  });

  it('ignore the links to a Service named plumbline-admission', () => {
    const config = readConfig({
      PLUMBLINE_ADMISSION_PORT: 'tcp://10.0.0.8:443',
      PLUMBLINE_ADMISSION_PORT_443_TCP: 'tcp://10.0.0.8:443',
      PLUMBLINE_ADMISSION_PORT_443_TCP_ADDR: '10.0.0.8',
      PLUMBLINE_ADMISSION_SERVICE_HOST: '10.0.0.8',
      PLUMBLINE_ADMISSION_SERVICE_PORT_HTTPS: '443',
      PLUMBLINE_ADMISSION_SERVICE_PORT: '9443',
    });
    expect(config).toMatchObject({ admissionPort: 0, admissionServicePort: 9443 });
  });
});

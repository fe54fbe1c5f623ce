import { describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from '../../config';
import { hiding, secretsOf, shownAddress, withoutSecrets } from '../../config/secrets';
import type { Setting } from '../../config/setting';
import { ProblemBoard } from '../../kube/problems';
import { ConfigError } from '../../lib/report/errors';
import { loggerTo } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { PrometheusClient } from '../../usage/prometheus/client';
import { shownSettings } from './shown-settings';

/** A value that each secret setting takes, of words found nowhere else. */
const SECRET_VALUES: Readonly<Record<string, string>> = {
  PLUMBLINE_PROXY_SECRET: 'sécret-of-the-proxy-1',
  PLUMBLINE_OIDC_CLIENT_SECRET: 'secret-of-the-client-1',
  PLUMBLINE_SESSION_KEYS: 'first-key-of-sessions-is-long-enough,second-key-of-sessions-is-long-enough',
  PLUMBLINE_TELL_URL:
    'slack:https://hooks.example.com/T0/secret-hook https://user:secret-pass@other.example.com/x',
  PLUMBLINE_TELL_PROXY: 'http://proxy-user:secret-of-proxy@proxy:3128',
  PLUMBLINE_TELL_SIGNING_SECRET: 'whsec-"quoted"-signing',
  PLUMBLINE_OTLP_HEADERS: 'Authorization: Bearer secret-otlp-token, X-Key: secret-otlp-key',
  PLUMBLINE_PROMETHEUS_PASSWORD: 'secret-prometheus-password',
  PLUMBLINE_PROMETHEUS_BEARER_TOKEN: 'secret-prometheus-token',
  PLUMBLINE_PROMETHEUS_HEADERS: 'X-Scope-OrgID: secret-tenant-name',
  PLUMBLINE_SERVER: 'https://me:secret-of-the-dashboard@plumbline.example.com',
};
const ENVIRONMENT = {
  ...SECRET_VALUES,
  PLUMBLINE_DATABASE_URL: 'postgres://plumbline:secret%2Ddatabase@db.example.com/plumbline',
  PLUMBLINE_PROMETHEUS_ADDRESS: 'https://me:secret-in-address@prometheus.example.com',
  PLUMBLINE_UPDATER_INTERVAL: '2m',
};
/** What must be in no text: each secret, and each of its parts. */
const HIDDEN = [
  ...Object.values(SECRET_VALUES),
  'secret-of-the-proxy-1'.slice(1),
  'secret-of-the-client-1',
  'first-key-of-sessions-is-long-enough',
  'second-key-of-sessions-is-long-enough',
  'secret-hook',
  'secret-pass',
  'secret-of-proxy',
  'signing',
  'secret-otlp-token',
  'secret-otlp-key',
  'secret-prometheus-password',
  'secret-prometheus-token',
  'secret-tenant-name',
  'secret%2Ddatabase',
  'secret-database',
  'secret-in-address',
  'secret-of-the-dashboard',
];

const given = new Map<string, string>(Object.entries(ENVIRONMENT));
const config = readConfig(ENVIRONMENT);

describe('secrets of settings', () => {
  it('have a value in this test, each of them', () => {
    const secret = Object.values<Setting<unknown>>(SETTINGS).filter(({ isSecret }) => isSecret);
    expect(secret.map(({ env }) => env).sort()).toEqual(Object.keys(SECRET_VALUES).sort());
  });

  it('are in no shown setting', () => {
    const text = JSON.stringify(withoutSecrets(shownSettings(config, given), secretsOf(config, given)));
    for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
    expect(text).toContain('db.example.com');
  });

  it('are taken out of whatever else a bundle has', () => {
    const messages = Object.values(ENVIRONMENT).map((value) => `refused: ${value} (401)`);
    const problem = {
      detail: 'connect postgres://plumbline:secret%2Ddatabase@db.example.com: wrong',
      deep: [messages],
    };
    const text = JSON.stringify(withoutSecrets(problem, secretsOf(config, given)));
    for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
    expect(text).toContain('postgres://…@db.example.com');
  });

  it('are in no line of the log, no problem, and no message about a setting', () => {
    const hide = hiding(config);
    const lines: string[] = [];
    const log = loggerTo({ write: (line) => lines.push(hide(line)) });
    const board = new ProblemBoard(new ManualClock(0), log, hide);
    for (const [env, value] of Object.entries(ENVIRONMENT)) {
      log.warn({ err: new Error(`refused: ${value}`), [env]: value }, `${env} is ${value}`);
      board.by('test').report('prometheus-unavailable', `https://x?${value}`, `refused: ${value}`);
    }
    const told = JSON.stringify([lines, board.list()]);
    for (const hidden of HIDDEN) expect(told).not.toContain(hidden);
    const wrong = Object.fromEntries(Object.keys(ENVIRONMENT).map((env) => [env, 'x://me:hunter-2@y z']));
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    expect(() => readConfig(wrong)).not.toThrow(/hunter-2/);
  });

  it('are in no address that is shown', () => {
    const prometheus = new PrometheusClient(config, new ManualClock(0));
    expect(prometheus.address).toBe('https://prometheus.example.com');
    expect(shownAddress('https://me:secret@mimir.example.com:8443/prometheus/?token=secret#secret')).toBe(
      'https://mimir.example.com:8443/prometheus',
    );
    expect(shownAddress('me:secret@nowhere')).not.toContain('secret');
  });

  it('may have a % that stands for nothing', () => {
    const odd = { ...config, databaseUrl: 'postgres://me:50%off-today@db.example.com/x' };
    expect(withoutSecrets('refused 50%off-today', secretsOf(odd, new Map()))).toBe('refused (not shown)');
  });

  it('leave everything else as it is', () => {
    const data = { a: ['x', 1, null, true], 'b c': { d: undefined } };
    expect(withoutSecrets(data, secretsOf(config, given))).toEqual(data);
  });
});

describe('shown settings', () => {
  const shown = (env: string, from = config, said: ReadonlyMap<string, string> = given) =>
    shownSettings(from, said)
      .flatMap(({ settings }) => settings)
      .find((one) => one.env === env);

  it.each([
    ['PLUMBLINE_UPDATER_INTERVAL', 'environment', '2m'],
    ['PLUMBLINE_RECOMMENDER_INTERVAL', 'default', '1m'],
    ['PLUMBLINE_TELL_SIGNING_SECRET', 'environment', 'set, not shown'],
  ])('say of %s that it is from the %s', (env, origin, value) => {
    expect(shown(env)).toMatchObject({ env, origin, value });
  });

  it('say what the program chose itself', () => {
    expect(shown('PLUMBLINE_ROLES', { ...config, roles: ['updater'] })).toMatchObject({
      origin: 'program',
      value: 'updater',
    });
  });

  it('has every setting once', () => {
    const all = shownSettings(config, given).flatMap(({ settings }) => settings.map(({ env }) => env));
    expect(all.sort()).toEqual(
      Object.values<Setting<unknown>>(SETTINGS)
        .map(({ env }) => env)
        .sort(),
    );
  });
});

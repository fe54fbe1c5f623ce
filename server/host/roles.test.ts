import { describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from '../config';
import { ConfigError } from '../lib/report/errors';
import { ROLES, refuseUselessFollowing, rolesOf } from './roles';

const namesFor = (setting: string) =>
  rolesOf(readConfig({ PLUMBLINE_ROLES: setting })).map(({ name }) => name);

describe('the roles of a process', () => {
  it('are all of them unless some are named', () => {
    expect(namesFor('')).toEqual(ROLES.map(({ name }) => name));
    expect(namesFor('admission, recommender')).toEqual(['recommender', 'admission']);
  });

  it('have names: an unknown one is refused with the known ones', () => {
    expect(() => namesFor('updater,sideways')).toThrow(
      new ConfigError(
        'Settings cannot be used:\n  PLUMBLINE_ROLES="updater,sideways": sideways is not a role; roles are recommender, nodes, admission, hpa, rules, updater, messages',
      ),
    );
  });

  it.each([
    ['recommender,updater', 'updater', 'true', undefined],
    ['recommender,updater', 'updater', 'false', 'set PLUMBLINE_LEADER_ELECT=true'],
    ['recommender', 'updater', 'true', 'updater is no role of this process'],
    ['', 'sideways', 'true', 'sideways is no role of this process'],
    ['', 'admission', 'true', 'admission has no leader'],
    ['', 'horizontal', 'true', undefined],
  ])('%o may follow in %o, with election %s: %s', (roles, followed, elects, refused) => {
    const config = readConfig({
      PLUMBLINE_ROLES: roles,
      PLUMBLINE_FOLLOW_ONLY: followed,
      PLUMBLINE_LEADER_ELECT: elects,
    });
    const judge = () => refuseUselessFollowing(config, rolesOf(config));
    if (refused === undefined) expect(judge).not.toThrow();
    else expect(judge).toThrow(refused);
  });

  it('read only existing settings', () => {
    for (const { settings } of ROLES) {
      expect(settings.filter((name) => !(name in SETTINGS))).toEqual([]);
      expect(new Set(settings).size).toBe(settings.length);
      expect(settings.length).toBeLessThan(Object.keys(SETTINGS).length);
    }
  });
});

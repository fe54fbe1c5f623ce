import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../config';
import { ConfigError } from '../lib/report/errors';
import { checkRecommenderSettings } from './checks';

describe('settings of the recommender', () => {
  it.each<[object, string]>([
    [{ recommenderParameters: { windw: {} } }, '"windw" is no recommender'],
    [{ recommenderParameters: { adaptive: { shortage: 'fast' } } }, 'adaptive: shortage: must be saving or'],
    [{ recommenderParameters: { default: { nothing: 1 } } }, 'default: nothing is no parameter'],
    [{ signalsLeftOut: ['dsk'] }, 'PLUMBLINE_SIGNALS_LEFT_OUT names no signal: dsk. There are disk-bytes'],
  ])('are refused with what they take: %o', (settings, fault) => {
    const refused = () => checkRecommenderSettings(defaultConfig(settings));
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(fault);
  });

  it('are refused all at once', () => {
    const settings = { recommenderParameters: { windw: {} }, signalsLeftOut: ['dsk'] };
    expect(() => checkRecommenderSettings(defaultConfig(settings))).toThrow(/windw[\s\S]*dsk/);
  });

  it('may name parameters of any recommender, and leave out all signals', () => {
    const settings = { recommenderParameters: { adaptive: { shortage: 'saving' } }, signalsLeftOut: ['all'] };
    expect(() => checkRecommenderSettings(defaultConfig(settings))).not.toThrow();
  });
});

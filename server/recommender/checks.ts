import type { Config } from '@/server/config';
import { signalsFrom, unknownLeftOut } from '@/server/config/signals';
import { estimatorOf } from '@/server/decide/estimators';
import {
  clusterParameters,
  isRecommenderName,
  recommenderNamed,
} from '@/server/decide/estimators/recommenders';
import { ConfigError } from '@/server/lib/report/errors';
import type { RecommenderSettings } from './settings';

/**
 * Whether the settings that name recommenders, parameters and signals make sense.
 * @throws ConfigError that names each setting that does not, and what it takes
 */
export function checkRecommenderSettings(config: RecommenderSettings): void {
  const faults = [...parameterFaults(config), ...signalFaults(config)];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

function parameterFaults(config: RecommenderSettings): string[] {
  const usual = estimatorOf('percentile', config);
  const faults = Object.keys(config.recommenderParameters).flatMap((name) => {
    const recommender = isRecommenderName(name) ? recommenderNamed(name) : undefined;
    if (!recommender) return [`"${name}" is no recommender`];
    const { faults: own } = recommender.choose(config, usual, clusterParameters(config, name));
    return own.map((fault) => `${name}: ${fault}`);
  });
  return faults.length > 0
    ? [`PLUMBLINE_RECOMMENDER_PARAMETERS cannot be used:\n  ${faults.join('\n  ')}`]
    : [];
}

function signalFaults(config: Pick<Config, 'signals' | 'signalsLeftOut'>): string[] {
  const unknown = unknownLeftOut(config);
  if (unknown.length === 0) return [];
  const known = signalsFrom({ ...config, signalsLeftOut: [] }).map(({ name }) => name);
  return [
    `PLUMBLINE_SIGNALS_LEFT_OUT names no signal: ${unknown.join(', ')}. There are ${known.join(', ')}; all means none is learned.`,
  ];
}

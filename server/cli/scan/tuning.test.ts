import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config';
import { type ScanCommandOptions, withScanOptions } from './options';
import { recommenderFor, tunedWords, withTuning } from './tuning';

function read(...args: string[]): ScanCommandOptions {
  let told = '';
  const command = withScanOptions(new Command('scan'))
    .exitOverride()
    .configureOutput({ writeErr: (text) => (told += text) });
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    throw new Error(told || (error as Error).message);
  }
  return command.opts<ScanCommandOptions>();
}

describe('percentile, buffer and floor of a scan', () => {
  it('are settings of the recommender, whose bounds stay on their side of the target', () => {
    const options = read(
      '--percentile',
      'cpu=30,memory=99',
      '--buffer',
      '20%',
      '--floor',
      'cpu=10m,memory=64Mi',
    );
    expect(withTuning(readConfig({}), options)).toMatchObject({
      targetCpuPercentile: 0.3,
      recommendationLowerBoundCpuPercentile: 0.3,
      recommendationUpperBoundCpuPercentile: 0.95,
      targetMemoryPercentile: 0.99,
      recommendationLowerBoundMemoryPercentile: 0.5,
      recommendationUpperBoundMemoryPercentile: 0.99,
      recommendationMarginFraction: 0.2,
      podRecommendationMinCpuMillicores: 10,
      podRecommendationMinMemoryMb: 64,
    });
    expect(recommenderFor(options)).toBe('default');
    expect(tunedWords(options)).toBe(
      'Recommended as asked for: percentile cpu 30, memory 99; buffer 20 %; floor of a pod cpu 10m, memory 64Mi.',
    );
  });

  it('change nothing where they are not given', () => {
    const config = readConfig({});
    expect(withTuning(config, read())).toEqual(config);
    expect(recommenderFor(read('--floor', 'cpu=1'))).toBeUndefined();
    expect(tunedWords(read())).toBeUndefined();
  });

  it.each([
    ['--percentile', '95', { percentile: { cpu: 95, memory: 95 } }],
    ['--percentile', '100', { percentile: { cpu: 100, memory: 100 } }],
    ['--percentile', 'memory=98', { percentile: { memory: 98 } }],
    ['--buffer', '0', { buffer: 0 }],
    ['--buffer', '15', { buffer: 0.15 }],
    ['--buffer', '0.5%', { buffer: 0.005 }],
    ['--floor', 'memory=1Gi', { floor: { memory: 2 ** 30 } }],
    ['--floor', 'cpu=0', { floor: { cpu: 0 } }],
  ])('%s %s is taken', (flag, value, expected) => {
    expect(read(flag, value)).toMatchObject(expected);
  });

  it.each([
    ['--percentile', '0'],
    ['--percentile', '101'],
    ['--percentile', '-5'],
    ['--percentile', 'high'],
    ['--percentile', 'disk=90'],
    ['--percentile', 'cpu=90,cpu=95'],
    ['--percentile', 'cpu=90,'],
    ['--buffer', '0.2'],
    ['--buffer', '-10%'],
    ['--buffer', '2000%'],
    ['--buffer', 'twenty'],
    ['--floor', '10m'],
    ['--floor', 'cpu=ten'],
    ['--floor', 'cpu=-1'],
    ['--floor', 'cpu=100000'],
    ['--floor', 'memory=64Mi,memory=1Gi'],
    ['--namespace', 'Shop'],
    ['--namespace', 'shop,bank'],
  ])('%s %s is refused by the name of the flag, with what is right', (flag, value) => {
    expect(() => read(flag, value)).toThrow(new RegExp(`${flag} .*It must .*such as`, 's'));
  });

  it.each([
    ['--percentile', '95'],
    ['--buffer', '20%'],
  ])('%s goes with no recommender that finds its own', (flag, value) => {
    expect(() => recommenderFor(read(flag, value, '--recommender', 'adaptive'))).toThrow(flag);
    expect(recommenderFor(read(flag, value, '--recommender', 'default'))).toBe('default');
  });

  it('goes into no rule, which would not follow it', () => {
    expect(() => read('--percentile', '95', '--apply-rules')).toThrow('--apply-rules');
  });

  it('takes -n and -l more than once', () => {
    const { namespace, selector } = read(
      '-n',
      'shop',
      '-n',
      'team-*',
      '-n',
      'shop',
      '-l',
      'a=b',
      '-l',
      'tier',
    );
    expect(namespace).toEqual(['shop', 'team-*']);
    expect(selector).toBe('a=b,tier');
  });
});

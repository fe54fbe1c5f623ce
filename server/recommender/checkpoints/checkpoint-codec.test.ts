import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import { histogramsOf } from '../../decide/estimators/percentile/learned-histograms';
import { Aggregate } from '../../model/aggregate';
import {
  CheckpointError,
  type CheckpointStatus,
  decodeCheckpoint,
  encodeCheckpoint,
} from './checkpoint-codec';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2025, 5, 2, 6, 30);

const PERCENTILE = estimatorOf('percentile', defaultConfig());

function newAggregate(): Aggregate {
  return new Aggregate('app', PERCENTILE.learning.create(), START_MS);
}

function filledAggregate(): Aggregate {
  const aggregate = newAggregate();
  for (let minute = 0; minute < 500; minute++)
    aggregate.addCpu(START_MS + minute * 60_000, 100 + (minute % 90) * 7);
  for (let day = 1; day < 5; day++) aggregate.addMemoryPeak(START_MS + day * DAY_MS, day * 1e8);
  return aggregate;
}

describe('a checkpoint', () => {
  it('states what was learned as the reference would', () => {
    const status = encodeCheckpoint(filledAggregate(), START_MS + DAY_MS, PERCENTILE);
    expect(status).toMatchObject({
      version: 'v3',
      lastUpdateTime: '2025-06-03T06:30:00Z',
      firstSampleStart: '2025-06-02T06:30:00Z',
      lastSampleStart: '2025-06-02T14:49:00Z',
      totalSamplesCount: 500,
      cpuHistogram: { referenceTimestamp: '2025-06-02T00:00:00Z' },
    });
  });

  it('says null for missing times, and leaves out what is empty, as the reference does', () => {
    const empty = { referenceTimestamp: null };
    expect(encodeCheckpoint(newAggregate(), START_MS, PERCENTILE)).toEqual({
      version: 'v3',
      lastUpdateTime: '2025-06-02T06:30:00Z',
      firstSampleStart: null,
      lastSampleStart: null,
      cpuHistogram: empty,
      memoryHistogram: empty,
    });
  });

  it.each([
    ['filled', filledAggregate()],
    ['empty', newAggregate()],
  ])('%s is the same after encoding and decoding', (_, aggregate) => {
    const status = encodeCheckpoint(aggregate, START_MS, PERCENTILE);
    const again = newAggregate();
    again.load(decodeCheckpoint(JSON.parse(JSON.stringify(status)), PERCENTILE));
    expect(encodeCheckpoint(again, START_MS, PERCENTILE)).toEqual(status);
    for (const part of [0.5, 0.9, 0.95]) {
      expect(histogramsOf(again.learned).cpu.percentile(part)).toBe(
        histogramsOf(aggregate.learned).cpu.percentile(part),
      );
      expect(histogramsOf(again.learned).memory.percentile(part)).toBe(
        histogramsOf(aggregate.learned).memory.percentile(part),
      );
    }
  });

  it("reads Go's zero time as no time", () => {
    const decoded = decodeCheckpoint(
      {
        version: 'v3',
        firstSampleStart: '0001-01-01T00:00:00Z',
        cpuHistogram: { referenceTimestamp: '0001-01-01T00:00:00Z' },
      },
      PERCENTILE,
    );
    expect(decoded.firstSampleMs).toBeUndefined();
    expect(histogramsOf(decoded.learned).cpu.referenceMs).toBe(Date.parse('0001-01-01T00:00:00Z'));
  });

  const refused: [string, CheckpointStatus | undefined, string][] = [
    ['is missing', undefined, 'status is missing'],
    ['has another version', { version: 'v2' }, 'status.version is "v2", only "v3" can be read'],
    ['has no version', {}, 'status.version is ""'],
    [
      'has a negative weight',
      { version: 'v3', cpuHistogram: { bucketWeights: { '3': -1 } } },
      'status.cpuHistogram.bucketWeights[3] is -1',
    ],
    [
      'has a bucket past the last',
      { version: 'v3', memoryHistogram: { bucketWeights: { '176': 1 } } },
      'status.memoryHistogram.bucketWeights[176] is not a bucket; buckets run from 0 to 175',
    ],
    [
      'has a bucket below 0',
      { version: 'v3', cpuHistogram: { bucketWeights: { '-1': 1 } } },
      'status.cpuHistogram.bucketWeights[-1] is not a bucket',
    ],
    [
      'has a bucket that is no number',
      { version: 'v3', cpuHistogram: { bucketWeights: { a: 1 } } },
      'status.cpuHistogram.bucketWeights[a] is not a bucket',
    ],
    [
      'has a negative total',
      { version: 'v3', cpuHistogram: { totalWeight: -0.5 } },
      'status.cpuHistogram.totalWeight is -0.5',
    ],
    ['counts below 0', { version: 'v3', totalSamplesCount: -1 }, 'status.totalSamplesCount is -1'],
    [
      'has a time that is none',
      { version: 'v3', memoryHistogram: { referenceTimestamp: 'soon' } },
      'status.memoryHistogram.referenceTimestamp is "soon"',
    ],
  ];

  it.each(refused)('is rejected if it %s, naming the field', (_, status, message) => {
    expect(() => decodeCheckpoint(status, PERCENTILE)).toThrow(CheckpointError);
    expect(() => decodeCheckpoint(status, PERCENTILE)).toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { vpa } from '@/tests/support/plan-input';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../../objects/vpa-types';
import {
  MEMORY_LIMITS_ANNOTATION,
  memoryLimitsIn,
  memoryLimitsText,
  ownLimitFrom,
  recommendationOf,
  statedMemoryLimit,
  statusToWrite,
} from './recommended';

const RANGE = { target: '480Mi', lowerBound: '430Mi', upperBound: '620Mi' };
const AS_ONE = { target: '345Mi', lowerBound: '335Mi', upperBound: '380Mi' };
const APART: RecommendedPodResources = {
  containerRecommendations: [
    {
      containerName: 'app',
      target: { cpu: '1', memory: '200Mi' },
      lowerBound: { cpu: '1', memory: '190Mi' },
      upperBound: { cpu: '1', memory: '220Mi' },
      uncappedTarget: { cpu: '1', memory: '200Mi' },
      memoryLimit: { ...RANGE, asOne: AS_ONE },
    },
    { containerName: 'log', target: { cpu: '10m', memory: '50Mi' } },
  ],
};

const noted = (text: string | undefined): VerticalPodAutoscaler => {
  const own = vpa();
  const annotations: Record<string, string> = text === undefined ? {} : { [MEMORY_LIMITS_ANNOTATION]: text };
  return { ...own, metadata: { ...own.metadata, annotations } };
};

describe('requests that need a memory limit of their own', () => {
  it('are in the status only once the limit is beside it', () => {
    const [first, other] = statusToWrite(APART, noted(undefined))?.containerRecommendations ?? [];
    expect(first?.target).toEqual({ cpu: '1', memory: '345Mi' });
    expect(first?.lowerBound?.memory).toBe('335Mi');
    expect(first?.uncappedTarget?.memory).toBe('345Mi');
    expect(first).not.toHaveProperty('memoryLimit');
    expect(other?.target).toEqual({ cpu: '10m', memory: '50Mi' });
    const [second] = statusToWrite(APART, noted(memoryLimitsText(APART)))?.containerRecommendations ?? [];
    expect(second?.target).toEqual({ cpu: '1', memory: '200Mi' });
    expect(second).not.toHaveProperty('memoryLimit');
  });

  it('are read back with it', () => {
    const known = noted(memoryLimitsText(APART));
    const recommendation = statusToWrite(APART, known);
    expect(recommendationOf({ ...known, status: { ...(recommendation && { recommendation }) } })).toEqual(
      APART,
    );
  });

  it('are read back with whether stated limits stay, and not if that is no yes', () => {
    const [own] = APART.containerRecommendations ?? [];
    if (!own?.memoryLimit) throw new Error('no limit');
    const memoryLimit = { ...own.memoryLimit, keepsStated: true } as const;
    const stays = { containerRecommendations: [{ ...own, memoryLimit }] };
    const known = noted(memoryLimitsText(stays));
    expect(memoryLimitsIn(known).get('app')).toEqual(memoryLimit);
    expect(statedMemoryLimit(ownLimitFrom(memoryLimit)).keepsStated).toBe(true);
    expect(memoryLimitsIn(noted(JSON.stringify({ app: { ...memoryLimit, keepsStated: 'no' } }))).size).toBe(
      0,
    );
  });

  it('take no limit from the status, which anybody may have written', () => {
    expect(recommendationOf({ ...noted(undefined), status: { recommendation: APART } })).toEqual({
      containerRecommendations: APART.containerRecommendations?.map(({ memoryLimit: _none, ...own }) => own),
    });
  });

  it('leave a recommendation without any as it is', () => {
    const plain = { containerRecommendations: APART.containerRecommendations?.slice(1) };
    expect(memoryLimitsText(plain)).toBeUndefined();
    expect(statusToWrite(plain, noted(undefined))).toBe(plain);
  });
});

import { describe, expect, it } from 'vitest';
import type { FieldManager, Pod } from '../objects/types';
import { RESIZE_MANAGERS, resizedByManagers, unboostedByManagers, withMarks } from './resize-marks';

const at = (minute: number) => `2026-03-02T00:0${minute}:00Z`;
const by = (manager: string, minute: number, subresource: string | undefined = 'resize') =>
  ({ manager, operation: 'Update', subresource, time: at(minute) }) as FieldManager;

function pod(managedFields: FieldManager[], annotations?: Record<string, string>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', uid: 'u', managedFields, ...(annotations && { annotations }) },
    spec: { containers: [] },
  };
}

const { resize, revert, unboost } = RESIZE_MANAGERS;
const MARKED = { 'plumbline.dev/resized-at': at(3), vpaInPlaceUpdated: 'true' };

describe('what managed fields tell of a resize', () => {
  it('is when Plumbline made the last one', () => {
    expect(resizedByManagers(pod([by(resize, 1), by(resize, 3)]))).toEqual(MARKED);
  });

  it.each([
    ['nobody resized it', []],
    ['somebody else did', [by('kubectl-edit', 3)]],
    ['it was no resize', [by(resize, 3, 'status'), by(resize, 3, '')]],
    ['it was put back since', [by(resize, 3), by(revert, 4)]],
    ['it was put back in the same second', [by(resize, 3), by(revert, 3)]],
    ['the time cannot be read', [{ ...by(resize, 3), time: 'never' } as FieldManager]],
  ])('is nothing where %s', (_, managers) => {
    expect(resizedByManagers(pod(managers))).toBeUndefined();
  });

  it('counts again after what was put back', () => {
    expect(resizedByManagers(pod([by(revert, 2), by(resize, 3)]))).toEqual(MARKED);
  });

  it('is nothing new where an annotation says it, and counts where that is older', () => {
    expect(resizedByManagers(pod([by(resize, 3)], MARKED))).toBeUndefined();
    const older = { ...MARKED, 'plumbline.dev/resized-at': at(1) };
    expect(resizedByManagers(pod([by(resize, 3)], older))).toEqual(MARKED);
  });

  it('ends startup boosts that Plumbline ended', () => {
    const boosted = { 'vpaCpuStartupBoost/app': '{}', vpaUpdates: 'x' };
    expect(unboostedByManagers(pod([by(resize, 3)], boosted))).toBeUndefined();
    expect(unboostedByManagers(pod([by(unboost, 3)], boosted))).toEqual({ 'vpaCpuStartupBoost/app': null });
    expect(withMarks(pod([], boosted), { 'vpaCpuStartupBoost/app': null }).metadata.annotations).toEqual({
      vpaUpdates: 'x',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { readRequestsBefore, requestsBefore } from './requests-before';

const cpu = (from: number, to: number) => ({
  container: 'app',
  from: { cpu: cpuMillicores(from), memory: memoryBytes(100) },
  to: { cpu: cpuMillicores(to) },
});

describe('what a pod requested before', () => {
  it('is read as it was noted', () => {
    expect(readRequestsBefore(requestsBefore([cpu(93, 109)], undefined))).toEqual({
      app: { cpu: { from: 93, to: 109 } },
    });
  });

  it('stays noted of what a later change leaves alone', () => {
    const memory = { container: 'app', from: { memory: memoryBytes(5) }, to: { memory: memoryBytes(7) } };
    const first = requestsBefore([memory], undefined);
    expect(readRequestsBefore(requestsBefore([cpu(93, 109)], first))).toEqual({
      app: { memory: { from: 5, to: 7 }, cpu: { from: 93, to: 109 } },
    });
    expect(readRequestsBefore(requestsBefore([cpu(109, 80)], requestsBefore([cpu(93, 109)], first)))).toEqual(
      { app: { memory: { from: 5, to: 7 }, cpu: { from: 109, to: 80 } } },
    );
  });

  it.each(['', 'no JSON', '[]', '7', '{"app":7}', '{"app":{"cpu":["1","2"]}}', '{"app":{"cpu":[1]}}'])(
    'is nothing if somebody else wrote %j',
    (text) => {
      expect(Object.values(readRequestsBefore(text)).every((own) => Object.keys(own).length === 0)).toBe(
        true,
      );
    },
  );
});

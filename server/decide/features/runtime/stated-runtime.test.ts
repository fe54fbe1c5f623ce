import { describe, expect, it } from 'vitest';
import { RUNTIME_ANNOTATION, runtimeFaults, statedRuntime } from './stated-runtime';

const stating = (annotations: Record<string, string>) => ({ metadata: { name: 'web', annotations } });

describe('the runtime that a VPA states', () => {
  it.each([
    ['jvm', 'jvm', 'jvm'],
    ['app=jvm, proxy = go', 'jvm', 'go'],
    ['node, proxy=go', 'node', 'go'],
    ['proxy=go', undefined, 'go'],
    ['app=java', undefined, undefined],
  ])('%s is read', (text, app, proxy) => {
    const vpa = stating({ [RUNTIME_ANNOTATION]: text });
    expect([statedRuntime(vpa, 'app'), statedRuntime(vpa, 'proxy')]).toEqual([app, proxy]);
  });

  it('is told where it cannot be read', () => {
    expect(runtimeFaults(stating({ [RUNTIME_ANNOTATION]: 'java, app=jvm' }))).toEqual([
      '"java" is no runtime; it takes jvm, go, node, dotnet',
    ]);
    expect(runtimeFaults(stating({ [RUNTIME_ANNOTATION]: 'x'.repeat(3000) }))).toEqual([
      'it is longer than 2000 characters',
    ]);
    expect(runtimeFaults(stating({}))).toEqual([]);
  });
});

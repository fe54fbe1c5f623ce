import { expect, it } from 'vitest';
import { changeLines } from './approval-words';

const MIB = 2 ** 20;

it('names the limit that goes with a request beside it, and a limit alone by itself', () => {
  const changes = [
    { container: 'app', resource: 'cpu' as const, from: 100, to: 163 },
    {
      container: 'app',
      resource: 'memory' as const,
      from: 512 * MIB,
      to: 200 * MIB,
      limit: { from: 512 * MIB, to: 480 * MIB },
    },
    { container: 'log', resource: 'memory' as const, from: 64 * MIB, to: 64 * MIB, limit: { to: 96 * MIB } },
  ];
  expect(
    changeLines({ changes }).map(({ what, from, to, direction }) => [what, from, to, direction]),
  ).toEqual([
    ['app CPU', '100m', '163m', 'up'],
    ['app memory', '512 MiB', '200 MiB', 'down'],
    ['app memory limit', '512 MiB', '480 MiB', 'down'],
    ['log memory limit', 'none', '96 MiB', 'up'],
  ]);
});

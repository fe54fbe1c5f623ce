import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { ProblemBoard, type ProblemReporter } from './problems';

const FULL = 1000;

let lines: string[];
let board: ProblemBoard;
let reporter: ProblemReporter;

beforeEach(() => {
  lines = [];
  const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  board = new ProblemBoard(new ManualClock(0), log);
  reporter = board.by('updater');
});

function reportMissingTargets(count: number): void {
  for (let index = 0; index < count; index++) reporter.report('target-missing', `vpa-${index}`);
}

const leftOut = () => board.list().filter(({ code }) => code === 'problems-left-out');
const more = (count: number) => `There are more problems than the list holds: beyond the list: ${count} more`;

describe('the list of problems', () => {
  it('logs a problem when it appears and when it clears, and counts in between', () => {
    reporter.report('target-missing', 'web', 'gone');
    reporter.report('target-missing', 'web', 'still gone');
    expect(board.list()).toMatchObject([{ about: 'web', count: 2, message: expect.stringMatching(/still/) }]);
    reporter.clear('target-missing', 'web');
    expect(board.list()).toEqual([]);
    expect(lines).toEqual([
      'The target of this VPA does not exist: web: gone',
      'Resolved: The target of this VPA does not exist: web',
    ]);
  });

  it('does not mention a limit when the list is just full', () => {
    reportMissingTargets(FULL);
    expect(board.list()).toHaveLength(FULL);
    expect(leftOut()).toEqual([]);
  });

  it('keeps its problems when full, and says how many more there are', () => {
    for (let pass = 0; pass < 3; pass++) reportMissingTargets(FULL + 250);
    expect(board.list()).toHaveLength(FULL + 1);
    expect(board.list()[0]?.about).toBe('vpa-0');
    expect(leftOut().map(({ message }) => message)).toEqual([more(250)]);
  });

  it('logs the count of problems left out only a few times', () => {
    for (let pass = 0; pass < 3; pass++) reportMissingTargets(FULL + 250);
    expect(lines.slice(FULL)).toEqual([more(1), more(10), more(100)]);
  });

  it('still takes the first problem of another kind when full', () => {
    reportMissingTargets(FULL + 1);
    reporter.report('cluster-unreachable', 'https://api');
    expect(board.list().map(({ code }) => code)).toContain('cluster-unreachable');
    expect(leftOut()).toMatchObject([{ count: 1 }]);
  });

  it('is shared by namespaces: whoever has few problems sees them all, however many others have', () => {
    for (let pass = 0; pass < 3; pass++) {
      for (let index = 0; index < FULL + 100; index++)
        reporter.report('target-missing', `VerticalPodAutoscaler crowd/vpa-${index}`);
      for (let index = 0; index < 5; index++)
        reporter.report('target-missing', `VerticalPodAutoscaler shop/vpa-${index}`);
    }
    const listed = (namespace: string) =>
      board.list().filter(({ about }) => about.includes(` ${namespace}/`));
    expect([listed('shop').length, listed('crowd').length]).toEqual([5, FULL - 5]);
    expect(leftOut().map(({ message }) => message)).toEqual([more(105)]);
    expect(lines.filter((line) => line.startsWith('Resolved'))).toEqual([]);
  });

  it('gives a freed place to a problem left out once it occurs again', () => {
    reportMissingTargets(FULL + 2);
    reporter.clear('target-missing', 'vpa-0');
    reporter.report('target-missing', `vpa-${FULL + 1}`);
    expect(board.list().map(({ about }) => about)).toContain(`vpa-${FULL + 1}`);
    expect(leftOut()).toMatchObject([{ count: 1 }]);
  });

  it.each([
    ['one by one', () => reporter.clear('target-missing', `vpa-${FULL}`)],
    ['with all but some', () => reporter.clearExcept('target-missing', new Set(['vpa-1']))],
  ])('forgets problems left out when they are resolved %s, and says so once', (_, resolve) => {
    reportMissingTargets(FULL + 1);
    resolve();
    expect(leftOut()).toEqual([]);
    expect(lines.filter((line) => line.startsWith('Resolved: There are more'))).toHaveLength(1);
  });

  it('lets no room clear or overwrite the problem of another', () => {
    const other = board.by('admission');
    reporter.report('policy-invalid', 'web', 'minAllowed is odd');
    other.report('policy-invalid', 'web', 'maxAllowed is odd');
    other.clear('policy-invalid', 'web');
    other.clearExcept('policy-invalid', new Set());
    expect(board.list()).toMatchObject([{ message: expect.stringMatching(/: web: minAllowed is odd$/) }]);
    reporter.clear('policy-invalid', 'web');
    expect(board.list()).toEqual([]);
    expect(lines).toHaveLength(2);
  });

  it('shows one problem with both causes when two rooms report the same object', () => {
    for (const name of ['recommender', 'updater'])
      board.by(name).report('policy-invalid', 'web', `${name} cannot use it`);
    reporter.report('policy-invalid', 'web', 'updater cannot use it');
    expect(board.list()).toMatchObject([
      {
        count: 3,
        message: expect.stringMatching(/: web: recommender cannot use it; updater cannot use it$/),
      },
    ]);
  });
});

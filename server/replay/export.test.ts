import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/lib/report/errors';
import type { ReplayOutcome, ReplayView } from '../contract/replays';
import { exportOf, readFormat } from './export';

const T0 = Date.UTC(2026, 7, 1);
const summary = (total: number) => ({ cpuShort: { total, median: total, p95: total, worst: [] } });
const outcome: ReplayOutcome = {
  fromMs: T0,
  toMs: T0 + 86_400_000,
  learnedFromMs: T0,
  stepMs: 60_000,
  loop: 'closed',
  sources: ['store'],
  variants: [
    { name: 'a|b', summary: summary(0.25) },
    { name: '=1+1', summary: {} },
  ],
  workloads: ['shop/web'],
  leftOut: [{ workload: 'shop/new', why: 'no usage is kept' }],
  notes: [],
};
const replay: ReplayView & { outcome: ReplayOutcome } = {
  id: '12345678-x',
  state: 'done',
  who: '<b>ann</b>',
  request: { scope: { kind: 'all' }, days: 1, loop: 'closed', variants: [] },
  startedMs: T0,
  done: 1,
  total: 1,
  isInMemory: false,
  outcome,
};
const figuresOf = (name: string) => ({
  workload: 'shop/web',
  variants: [{ name, figures: { cpuSlack: -0.5 } }],
});

describe('the export of a replay', () => {
  it.each([
    ['=cmd()', "'=cmd()"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=1,"2"', `"'=1,""2"""`],
    ['a, b', '"a, b"'],
    ['plain', 'plain'],
  ])('in CSV is no formula for %j', (name, cell) => {
    const { text, name: file } = exportOf(replay, [figuresOf(name)], 'csv');
    expect(text.split('\r\n')[1]?.startsWith(`shop/web,${cell},-0.5,`)).toBe(true);
    expect(file).toBe('replay-2026-08-01-12345678.csv');
  });

  it('in Markdown is the comparison, and no markup of its own', () => {
    const { text } = exportOf(replay, [], 'md');
    expect(text).toContain('|  | a\\|b | =1+1 |');
    expect(text).toContain('| CPU short of limits, % | 25 | - |');
    expect(text).toContain('Started by \\<b\\>ann\\</b\\> on');
    expect(text).toContain('- shop/new: no usage is kept');
  });

  it('in JSON is everything', () => {
    const told = JSON.parse(exportOf(replay, [figuresOf('x')], 'json').text);
    expect(told).toMatchObject({ id: replay.id, outcome, figures: [figuresOf('x')] });
  });

  it('has no other format', () => {
    expect(() => readFormat(new URLSearchParams('format=xlsx'))).toThrow(AppError);
    expect(readFormat(new URLSearchParams())).toBe('csv');
  });
});

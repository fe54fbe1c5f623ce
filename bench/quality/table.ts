import { FAMILIES } from './families';
import type { RatioSummary } from './measure/ratios';
import { isAsItComes, type ResourceRow, type Row } from './rows';

const NONE = '–';

/** The table of everyone as they come, in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const shown = rows.filter(({ who }) => isAsItComes(who));
  return [
    HEAD.join(' | '),
    HEAD.map(() => '---').join(' | '),
    ...shown.map((row) => cellsOf(row).join(' | ')),
  ]
    .map((line) => `| ${line} |`)
    .join('\n');
}

const HEAD = [
  '',
  'CPU at equal risk',
  'by cores',
  'lower on',
  'CPU reserved',
  'time short: mean · p95',
  'CPU slack',
  'memory at equal risk',
  'by GiB',
  'memory reserved',
  'kills: mean · p95',
  'memory slack',
  'changes',
];

function cellsOf({ who, cpu, memory, changes }: Row): string[] {
  return [
    titleOf(who),
    ratioText(cpu.equalRisk),
    weightedText(cpu.equalRisk),
    percent(cpu.equalRisk?.lower),
    number(cpu.reserved?.mean),
    cpu.risk ? `${percent(cpu.risk.value, 1)} · ${percent(cpu.risk.p95, 1)}` : NONE,
    percent(cpu.slack),
    ratioText(memory.equalRisk),
    weightedText(memory.equalRisk),
    number(memory.reserved?.mean),
    killsText(memory),
    percent(memory.slack),
    changes.toFixed(1),
  ];
}

export function titleOf(who: Row['who']): string {
  if (who.kind === 'plan') return who.plan;
  return `${FAMILIES[who.family].title}, ${who.mode === 'Recreate' ? 'Recreate' : 'in place'}`;
}

function killsText({ risk }: ResourceRow): string {
  return risk ? `${number(risk.value)} · ${number(risk.p95)}` : NONE;
}

function ratioText(summary: RatioSummary | undefined): string {
  if (!summary) return NONE;
  const [low, high] = summary.interval;
  return `**${number(summary.mean)}** (${number(low)}–${number(high)})`;
}

function weightedText(summary: RatioSummary | undefined): string {
  if (!summary?.weightedInterval) return NONE;
  const [low, high] = summary.weightedInterval;
  return `${number(summary.weighted)} (${number(low)}–${number(high)})`;
}

function number(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? NONE : value.toFixed(2);
}

function percent(value: number | undefined, digits = 0): string {
  return value === undefined ? NONE : `${(value * 100).toFixed(digits)} %`;
}

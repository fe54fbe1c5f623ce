import type { Resource } from '@/server/objects/units';
import { LEAST_RISK, type ResourceRow, type Row, type Who } from './rows';

const WIDTH = 1240;
const HEIGHT = 560;
const PANEL = { width: 500, height: 380, top: 96 };
const LEFTS: Readonly<Record<Resource, number>> = { cpu: 80, memory: 690 };
const INK = '#1f2933';
const FAINT = '#d9dee4';
/** Told apart also by people who see few colours (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#6b4fa3'];
const BY_HAND = '#6b7580';
const ORACLE = '#111111';

/** Members of families that reserve more times as much as `default` are cut off. */
const MOST_SHOWN = 3.5;

interface Axis {
  readonly from: number;
  readonly to: number;
  at(value: number): number;
}

interface Mark {
  readonly who: Who;
  readonly x: number;
  readonly y: number;
  readonly xInterval: readonly [number, number];
  readonly yInterval: readonly [number, number];
}

const TITLES: Readonly<Record<Resource, { title: string; x: string; y: string }>> = {
  cpu: {
    title: 'CPU',
    x: 'share of the time short of CPU, mean of the containers',
    y: 'reserved, as a multiple of default as it comes',
  },
  memory: {
    title: 'Memory',
    x: 'OOM kills a container-day, mean of the containers',
    y: 'reserved, as a multiple of default as it comes',
  },
};

/** What is reserved against what it costs in risk, in place: families as lines, intervals as crosses. SVG. */
export function pictureOf(rows: readonly Row[]): string {
  const mode = rows.flatMap(({ who }) => (who.kind === 'recommender' ? who.mode : []))[0];
  const shown = rows.filter(({ who }) => who.kind === 'plan' || who.mode === mode);
  const names = [...new Set(shown.flatMap(({ who }) => (who.kind === 'recommender' ? who.family : [])))];
  const colourOf = (who: Who) => {
    if (who.kind === 'plan') return who.plan.startsWith('oracle') ? ORACLE : BY_HAND;
    return COLOURS[names.indexOf(who.family) % COLOURS.length] ?? INK;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="${INK}">`,
    '<title>What is reserved, and what it costs in risk</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(80, 34, 'What is reserved, and what it costs in risk', 'font-size="19" font-weight="600"'),
    text(
      80,
      56,
      'Lower and further left is better. Lines: parameter families; large dots: as they come, with 95 % intervals.',
    ),
    panel('cpu', shown, colourOf),
    panel('memory', shown, colourOf),
    '</svg>',
    '',
  ].join('\n');
}

function panel(resource: Resource, rows: readonly Row[], colourOf: (who: Who) => string): string {
  const marks = rows.flatMap((row) => markOf(row.who, row[resource], resource));
  if (marks.length === 0) return '';
  const left = LEFTS[resource];
  // The far ends of the families would press everyone else into a corner.
  const near = marks.filter(({ who, y }) => isLarge(who) || (y < MOST_SHOWN && y > 1 / MOST_SHOWN));
  const xs = logAxis(
    near.flatMap(({ x, xInterval, who }) => (isLarge(who) ? [x, ...xInterval] : [x])),
    left,
    left + PANEL.width,
  );
  const ys = logAxis(
    near.map(({ y }) => y),
    PANEL.top + PANEL.height,
    PANEL.top,
  );
  const nameOf = ({ who }: Mark) => (who.kind === 'recommender' ? who.family : undefined);
  const names = [...new Set(marks.flatMap((mark) => nameOf(mark) ?? []))];
  const families = names.map((name) => marks.filter((mark) => nameOf(mark) === name));
  const { title, x, y } = TITLES[resource];
  const middle = left + PANEL.width / 2;
  return [
    text(middle, PANEL.top - 12, title, 'font-weight="600" text-anchor="middle"'),
    grid(resource, xs, ys, left),
    `<clipPath id="${resource}"><rect x="${left}" y="${PANEL.top}" width="${PANEL.width}" height="${PANEL.height}"/></clipPath>`,
    `<g clip-path="url(#${resource})">`,
    ...families.map((family) => line(family, xs, ys, colourOf)),
    ...marks.filter(({ who }) => isLarge(who)).map((mark) => cross(mark, xs, ys, colourOf(mark.who))),
    ...marks.map((mark) => dot(mark, xs, ys, colourOf(mark.who))),
    '</g>',
    ...labels(
      marks.filter(({ who }) => isLarge(who)),
      xs,
      ys,
      colourOf,
      left,
    ),
    text(middle, PANEL.top + PANEL.height + 44, x, 'text-anchor="middle"'),
    `<g transform="translate(${left - 52} ${PANEL.top + PANEL.height / 2}) rotate(-90)">${text(0, 0, y, 'text-anchor="middle"')}</g>`,
  ].join('\n');
}

const isLarge = (who: Who) => who.kind === 'plan' || who.member === 0;

function markOf(who: Who, { reserved, risk }: ResourceRow, resource: Resource): Mark[] {
  if (!reserved || !risk) return [];
  const least = LEAST_RISK[resource];
  const atLeast = (value: number) => Math.max(value, least);
  const [low, high] = risk.interval;
  return [
    {
      who,
      x: atLeast(risk.value),
      y: reserved.mean,
      xInterval: [atLeast(low), atLeast(high)],
      yInterval: reserved.interval,
    },
  ];
}

function logAxis(values: readonly number[], start: number, end: number): Axis {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  const room = Math.max(0.05, (high - low) * 0.06);
  const [from, to] = [low - room, high + room];
  return {
    from: Math.exp(from),
    to: Math.exp(to),
    at: (value) => start + ((Math.log(value) - from) / (to - from)) * (end - start),
  };
}

const DIGITS = [
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 5],
  [1, 3],
];

/** As many as are at least so far apart. */
function ticksOf(axis: Axis, apart: number): number[] {
  const { from, to } = axis;
  const powers = Array.from({ length: 12 }, (_, index) => index - 6);
  const choices = DIGITS.map((digits) =>
    powers
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
      .filter((tick) => tick >= from && tick <= to),
  );
  const isApart = (ticks: readonly number[]) =>
    ticks.every(
      (tick, index) => index === 0 || Math.abs(axis.at(tick) - axis.at(ticks[index - 1] ?? tick)) >= apart,
    );
  return choices.find(isApart) ?? choices.at(-1) ?? [];
}

function grid(resource: Resource, xs: Axis, ys: Axis, left: number): string {
  const [top, bottom, right] = [PANEL.top, PANEL.top + PANEL.height, left + PANEL.width];
  const least = LEAST_RISK[resource];
  const tickText = (tick: number) => {
    if (tick === least) return '≈ 0';
    return resource === 'cpu' ? `${short(tick * 100)} %` : short(tick);
  };
  return [
    ...ticksOf(xs, 44).flatMap((tick) => {
      const x = xs.at(tick);
      return [rule(x, top, x, bottom), text(x, bottom + 20, tickText(tick), 'text-anchor="middle"')];
    }),
    ...ticksOf(ys, 24).flatMap((tick) => {
      const y = ys.at(tick);
      return [rule(left, y, right, y), text(left - 8, y + 4, `${short(tick)} ×`, 'text-anchor="end"')];
    }),
    `<rect x="${left}" y="${top}" width="${PANEL.width}" height="${PANEL.height}" fill="none" stroke="#9aa5b1"/>`,
  ].join('\n');
}

function line(family: readonly Mark[], xs: Axis, ys: Axis, colourOf: (who: Who) => string): string {
  const sorted = family.toSorted((a, b) => memberOf(a) - memberOf(b));
  const points = sorted.map(({ x, y }) => `${at(xs.at(x))},${at(ys.at(y))}`).join(' ');
  const [first] = sorted;
  if (!first) return '';
  return `<polyline points="${points}" fill="none" stroke="${colourOf(first.who)}" stroke-width="1.8" opacity="0.75"/>`;
}

const memberOf = ({ who }: Mark) => (who.kind === 'recommender' ? who.member : 0);

function cross({ x, y, xInterval, yInterval }: Mark, xs: Axis, ys: Axis, colour: string): string {
  const drawn = `stroke="${colour}" stroke-width="1.2" opacity="0.55"`;
  const [px, py] = [xs.at(x), ys.at(y)];
  const inside = (value: number) => ys.at(Math.min(ys.to, Math.max(ys.from, value)));
  return [
    `<line x1="${at(xs.at(xInterval[0]))}" y1="${at(py)}" x2="${at(xs.at(xInterval[1]))}" y2="${at(py)}" ${drawn}/>`,
    `<line x1="${at(px)}" y1="${at(inside(yInterval[0]))}" x2="${at(px)}" y2="${at(inside(yInterval[1]))}" ${drawn}/>`,
  ].join('');
}

function dot({ who, x, y }: Mark, xs: Axis, ys: Axis, colour: string): string {
  const [px, py] = [xs.at(x), ys.at(y)];
  if (who.kind === 'plan')
    return `<rect x="${at(px - 4.5)}" y="${at(py - 4.5)}" width="9" height="9" fill="${colour}"/>`;
  return `<circle cx="${at(px)}" cy="${at(py)}" r="${isLarge(who) ? 6 : 2.6}" fill="${colour}"/>`;
}

const LABEL_HEIGHT = 15;

/** Beside the dots, moved down where they would lie on one another. */
function labels(
  marks: readonly Mark[],
  xs: Axis,
  ys: Axis,
  colourOf: (who: Who) => string,
  left: number,
): string[] {
  const taken: { x: number; y: number; width: number }[] = [];
  return marks
    .toSorted((a, b) => ys.at(a.y) - ys.at(b.y))
    .map(({ who, x, y }) => {
      const title = who.kind === 'plan' ? who.plan : who.family;
      const width = title.length * 7.2;
      const isLeft = xs.at(x) + 12 + width > left + PANEL.width;
      const px = isLeft ? xs.at(x) - 12 - width : xs.at(x) + 12;
      let py = ys.at(y) - 8;
      const hits = () =>
        taken.some(
          (one) => Math.abs(one.y - py) < LABEL_HEIGHT && px < one.x + one.width && one.x < px + width,
        );
      while (hits()) py += 3;
      taken.push({ x: px, y: py, width });
      return text(
        px,
        py + 4,
        title,
        `fill="${colourOf(who)}" font-weight="600" paint-order="stroke" stroke="#ffffff" stroke-width="3"`,
      );
    });
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${FAINT}"/>`;
}

function text(x: number, y: number, words: string, more = ''): string {
  return `<text x="${at(x)}" y="${at(y)}" ${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}

const at = (value: number) => value.toFixed(1);
const short = (value: number) => String(Number(value.toPrecision(2)));

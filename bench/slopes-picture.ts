const WIDTH = 900;
const HEIGHT = 560;
const PLOT = { left: 80, right: 640, top: 84, bottom: 500 };
const INK = '#1f2933';
const FAINT = '#d9dee4';
/** Told apart also by people who see few colours (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#7a3e9d', '#5c6670'];
const LABEL_APART = 34;

/** A figure at several sizes. */
export interface Line {
  readonly name: string;
  readonly unit: string;
  /** By size, the smallest first. */
  readonly points: readonly { readonly pods: number; readonly value: number }[];
}

/**
 * How figures grow with the number of pods, each as a multiple of its own at the smallest size, both axes logarithmic, with
 * a line for what grows as the pods do. SVG.
 */
export function slopesPicture(lines: readonly Line[]): string {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ pods }) => pods)))].sort(
    (a, b) => a - b,
  );
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)];
  const times = lines.flatMap((line) => timesOf(line).map(({ value }) => value));
  const top = 1.3 * Math.max(most / least, ...times);
  const bottom = 10 ** Math.floor(Math.log10(Math.min(1, ...times)));
  const x = between(least, most, PLOT.left, PLOT.right);
  const y = between(bottom, top, PLOT.bottom, PLOT.top);
  const decades = Array.from(
    { length: Math.round(Math.log10(top / bottom)) + 1 },
    (_, index) => bottom * 10 ** index,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="${INK}">`,
    '<title>What more pods cost</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(PLOT.left, 34, 'What more pods cost', 'font-size="19" font-weight="600"'),
    text(PLOT.left, 56, `As a multiple of the same with ${whole(least)} pods. Dashed: grows as the pods do.`),
    ...decades.flatMap((value) => [
      `<path d="M${PLOT.left} ${y(value)}H${PLOT.right}" stroke="${FAINT}"/>`,
      text(PLOT.left - 10, y(value) + 4, `${value.toLocaleString('en')} ×`, 'text-anchor="end"'),
    ]),
    ...sizes.flatMap((pods) => [
      `<path d="M${x(pods)} ${PLOT.top}V${PLOT.bottom}" stroke="${FAINT}"/>`,
      text(x(pods), PLOT.bottom + 22, whole(pods), 'text-anchor="middle"'),
    ]),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 46, 'pods', 'text-anchor="middle"'),
    `<path d="M${x(least)} ${y(1)}L${x(most)} ${y(most / least)}" stroke="${INK}" stroke-dasharray="5 5"/>`,
    ...lines.map((line, index) => drawn(line, { x, y, colour: COLOURS[index % COLOURS.length] ?? INK })),
    ...labels(lines, y),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

function between(from: number, to: number, start: number, end: number): Scale {
  const length = Math.log10(to / from) || 1;
  return (value) => Number((start + (Math.log10(value / from) / length) * (end - start)).toFixed(1));
}

function timesOf({ points }: Line): { pods: number; value: number }[] {
  const [first] = points;
  return first ? points.map(({ pods, value }) => ({ pods, value: value / first.value })) : [];
}

function drawn(line: Line, { x, y, colour }: { x: Scale; y: Scale; colour: string }): string {
  const at = timesOf(line).map(({ pods, value }) => [x(pods), y(value)] as const);
  return [
    `<path d="${at.map(([left, top], index) => `${index === 0 ? 'M' : 'L'}${left} ${top}`).join('')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...at.map(([left, top]) => `<circle cx="${left}" cy="${top}" r="4" fill="${colour}"/>`),
  ].join('');
}

/** Beside the ends of the lines, none above another. */
function labels(lines: readonly Line[], y: Scale): string[] {
  const ends = lines
    .map((line, index) => ({ line, index, at: y(timesOf(line).at(-1)?.value ?? 1) }))
    .sort((a, b) => a.at - b.at);
  let free = PLOT.top;
  return ends.flatMap(({ line: { name, unit, points }, index, at }) => {
    const top = Math.max(free, Math.min(at, PLOT.bottom));
    free = top + LABEL_APART;
    const left = PLOT.right + 16;
    const colour = COLOURS[index % COLOURS.length] ?? INK;
    const values = points.map(({ value }) => Number(value.toPrecision(2)).toLocaleString('en')).join(', ');
    return [
      text(left, top, name, `font-weight="600" fill="${colour}"`),
      text(left, top + 15, `${values} ${unit}`),
    ];
  });
}

function whole(value: number): string {
  return value.toLocaleString('en');
}

function text(left: number, top: number, words: string, more = ''): string {
  return `<text x="${left}" y="${top}" ${more}>${words}</text>`;
}

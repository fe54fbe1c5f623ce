import { drawingOfBoxes } from './html-drawing';

/** Twice the pixels of the screen, to be sharp in a document. */
const SCALE = 2;
const MARGIN = 16;
const TITLE_LINE = 18;
const TITLE_GAP = 10;
const LEGEND_LINE = 20;
const KEY_WIDTH = 16;
const KEY_GAP = 6;
const ENTRY_GAP = 16;
const DRAWN_BY = [
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'fill',
  'fill-opacity',
  'opacity',
  'font-family',
  'font-size',
  'text-anchor',
  'vector-effect',
] as const;

/**
 * A chart as it stands, in the colours of the page, between its title and its legend, as PNG. What is drawn of a chart
 * made of boxes is marked `data-drawn`.
 * @throws when there is nothing drawn, or the browser cannot draw it
 */
export async function pictureOf(chart: Element, title: string): Promise<Blob> {
  const drawn = chart.querySelector('svg.recharts-surface, [data-drawn]');
  if (!drawn) throw new Error('Nothing is drawn');
  const legend = legendOf(chart);
  const { width, height } = drawn.getBoundingClientRect();
  const drawing =
    drawn instanceof SVGSVGElement
      ? standingAlone(drawn, width, height)
      : drawingOfBoxes(drawn, standingAlone);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no picture');
  const style = getComputedStyle(document.body);
  const ofTitle = `600 13px ${style.fontFamily}`;
  const ofLegend = `12px ${style.fontFamily}`;
  const widthOf = (text: string) => context.measureText(text).width;
  context.font = ofTitle;
  const titles = titleLines(title, width, widthOf);
  context.font = ofLegend;
  const lines = legendLines(legend, width, widthOf);
  const top = MARGIN + titles.length * TITLE_LINE + TITLE_GAP;
  // The size clears all that was set.
  canvas.height = (top + height + lines.length * LEGEND_LINE + MARGIN) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = style.getPropertyValue('--surface-raised') || style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = ofTitle;
  for (const [line, words] of titles.entries())
    context.fillText(words, MARGIN, MARGIN + 13 + line * TITLE_LINE, width);
  context.drawImage(image, MARGIN, top, width, height);
  context.font = ofLegend;
  for (const [line, placed] of lines.entries())
    for (const { entry, x } of placed) {
      const y = top + height + (line + 0.5) * LEGEND_LINE;
      context.fillStyle = entry.colour;
      context.globalAlpha = entry.opacity;
      drawKey(context, entry, MARGIN + x, y);
      context.globalAlpha = 1;
      context.fillStyle = style.color;
      context.fillText(entry.name, MARGIN + x + KEY_WIDTH + KEY_GAP, y + 4);
    }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no PNG')))),
  );
}

/** One name of a legend, and how it is drawn. */
export interface LegendEntry {
  name: string;
  colour: string;
  /** From 0 to 1. */
  opacity: number;
  look: 'line' | 'dashed' | 'band' | 'mark';
}

/** What a legend shows before a mark, and the chart above its line. */
export const MARK_SIGN = '▼';

function drawKey(context: CanvasRenderingContext2D, { look }: LegendEntry, x: number, y: number): void {
  if (look === 'mark') context.fillText(MARK_SIGN, x + 2, y + 4);
  else if (look === 'band') context.fillRect(x, y - 5, KEY_WIDTH, 10);
  else if (look === 'line') context.fillRect(x, y - 1, KEY_WIDTH, 2);
  else for (const from of [0, 6, 12]) context.fillRect(x + from, y - 1, 4, 2);
}

/** The entries of a legend as the page shows them, without those that are hidden. */
function legendOf(figure: Element): LegendEntry[] {
  const keys = figure.querySelectorAll<HTMLElement>('figcaption [data-kind]:not([aria-pressed="false"])');
  return [...keys].map((key) => {
    const { backgroundColor, borderTopColor, borderTopStyle, color, opacity } = getComputedStyle(
      key,
      '::before',
    );
    const look = key.dataset.kind === 'mark' ? 'mark' : lookOf(borderTopStyle);
    return {
      name: key.textContent ?? '',
      colour: { mark: color, band: backgroundColor, line: borderTopColor, dashed: borderTopColor }[look],
      opacity: Number(opacity),
      look,
    };
  });
}

function lookOf(borderStyle: string): 'line' | 'dashed' | 'band' {
  if (borderStyle === 'none') return 'band';
  return borderStyle === 'dashed' || borderStyle === 'dotted' ? 'dashed' : 'line';
}

/** A title in as many lines as it needs, broken between words. */
export function titleLines(title: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** Entries side by side in as many lines as they need. */
export function legendLines(
  legend: readonly LegendEntry[],
  width: number,
  widthOf: (name: string) => number,
): { entry: LegendEntry; x: number }[][] {
  const lines: { entry: LegendEntry; x: number }[][] = [];
  let x = 0;
  for (const entry of legend) {
    const own = KEY_WIDTH + KEY_GAP + widthOf(entry.name);
    const line = lines.at(-1);
    if (line && x + own <= width) line.push({ entry, x });
    else {
      x = 0;
      lines.push([{ entry, x }]);
    }
    x += own + ENTRY_GAP;
  }
  return lines;
}

/** The drawing without need of the page's styles. */
function standingAlone(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [index, element] of svg.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element);
    for (const name of DRAWN_BY) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  }
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
}

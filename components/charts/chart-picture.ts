import { drawingOfBoxes } from './html-drawing';

/** Twice the pixels of the screen, to be sharp in a document. */
const SCALE = 2;
const MARGIN = 16;
const TITLE_HEIGHT = 28;
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
  context.font = `12px ${style.fontFamily}`;
  const lines = legendLines(legend, width, (name) => context.measureText(name).width);
  // The size clears all that was set.
  canvas.height = (height + 2 * MARGIN + TITLE_HEIGHT + lines.length * LEGEND_LINE) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = style.getPropertyValue('--surface-raised') || style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `600 13px ${style.fontFamily}`;
  context.fillText(title, MARGIN, MARGIN + 13, width);
  context.drawImage(image, MARGIN, MARGIN + TITLE_HEIGHT, width, height);
  context.font = `12px ${style.fontFamily}`;
  for (const [line, placed] of lines.entries())
    for (const { entry, x } of placed) {
      const y = MARGIN + TITLE_HEIGHT + height + (line + 0.5) * LEGEND_LINE;
      context.fillStyle = entry.colour;
      context.globalAlpha = entry.opacity;
      if (entry.isBand) context.fillRect(MARGIN + x, y - 5, KEY_WIDTH, 10);
      else
        for (const from of entry.isDashed ? [0, 6, 12] : [0, 4, 8, 12])
          context.fillRect(MARGIN + x + from, y - 1, 4, 2);
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
  isDashed: boolean;
  isBand: boolean;
}

/** The entries of a legend as the page shows them, without those that are hidden. */
function legendOf(figure: Element): LegendEntry[] {
  const keys = figure.querySelectorAll<HTMLElement>('figcaption [data-kind]:not([aria-pressed="false"])');
  return [...keys].map((key) => {
    const { backgroundColor, borderTopColor, borderTopStyle, opacity } = getComputedStyle(key, '::before');
    const isBand = borderTopStyle === 'none';
    return {
      name: key.textContent ?? '',
      colour: isBand ? backgroundColor : borderTopColor,
      opacity: Number(opacity),
      isDashed: borderTopStyle === 'dashed' || borderTopStyle === 'dotted',
      isBand,
    };
  });
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

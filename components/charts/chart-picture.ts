/** Twice the pixels of the screen, to be sharp in a document. */
const SCALE = 2;
const MARGIN = 16;
const TITLE_HEIGHT = 28;
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
] as const;

/**
 * A chart as it stands, in the colours of the page, below its title, as PNG.
 * @throws when the browser cannot draw it
 */
export async function pictureOf(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standingAlone(svg, width, height))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + 2 * MARGIN + TITLE_HEIGHT) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no picture');
  const style = getComputedStyle(document.body);
  context.scale(SCALE, SCALE);
  context.fillStyle = style.getPropertyValue('--surface-raised') || style.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `600 13px ${style.fontFamily}`;
  context.fillText(title, MARGIN, MARGIN + 13, width);
  context.drawImage(image, MARGIN, MARGIN + TITLE_HEIGHT, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no PNG')))),
  );
}

/** The drawing without need of the page's styles. */
function standingAlone(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [index, element] of svg.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element);
    for (const name of DRAWN_BY) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

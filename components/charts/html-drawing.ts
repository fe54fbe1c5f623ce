const SVG = 'http://www.w3.org/2000/svg';
const LINE_STYLES: Readonly<Record<string, string>> = { dashed: '3 2', dotted: '1 2' };
const BORDERS = ['Top', 'Bottom'] as const;

/**
 * A chart that is made of boxes, as one SVG of its size: backgrounds, lines above and below, drawings inside, and words.
 * @param alone makes a drawing inside stand without the styles of the page
 */
export function drawingOfBoxes(
  frame: Element,
  alone: (svg: SVGSVGElement, width: number, height: number) => SVGSVGElement,
): SVGSVGElement {
  const whole = frame.getBoundingClientRect();
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('width', String(whole.width));
  drawing.setAttribute('height', String(whole.height));
  const add = (name: string, attributes: Record<string, string | number>, text?: string) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    drawing.append(element);
  };
  const line = (
    style: CSSStyleDeclaration,
    side: (typeof BORDERS)[number],
    x1: number,
    x2: number,
    y: number,
  ) => {
    const [width, kind] = [Number.parseFloat(style[`border${side}Width`]), style[`border${side}Style`]];
    if (!(width > 0) || kind === 'none') return;
    add('line', {
      ...{ x1, x2, y1: y, y2: y },
      stroke: style[`border${side}Color`],
      'stroke-width': width,
      'stroke-dasharray': LINE_STYLES[kind] ?? 'none',
    });
  };
  const draw = (element: Element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left - whole.left, box.top - whole.top];
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    if (element instanceof SVGSVGElement) {
      const inner = alone(element, box.width, box.height);
      inner.setAttribute('x', String(x));
      inner.setAttribute('y', String(y));
      drawing.append(inner);
      return;
    }
    const { width, height } = box;
    if (!isClear(style.backgroundColor))
      add('rect', { x, y, width, height, fill: style.backgroundColor, opacity: style.opacity });
    line(style, 'Top', x, x + width, y);
    line(style, 'Bottom', x, x + width, y + height);
    const after = getComputedStyle(element, '::after');
    if (after.content !== 'none') line(after, 'Top', x, whole.width, y);
    for (const child of fromBackToFront(element)) {
      if (child instanceof Element) draw(child);
      else if (child.textContent?.trim()) {
        const range = document.createRange();
        range.selectNode(child);
        const at = range.getBoundingClientRect();
        add(
          'text',
          {
            x: at.left - whole.left,
            y: at.top - whole.top + at.height / 2,
            'dominant-baseline': 'central',
            fill: style.color,
            'font-family': style.fontFamily,
            'font-size': style.fontSize,
          },
          child.textContent,
        );
      }
    }
  };
  draw(frame);
  return drawing;
}

function isClear(colour: string): boolean {
  return colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);
}

/** What is inside, as it covers each other. */
function fromBackToFront(element: Element): ChildNode[] {
  const level = (node: Node) =>
    node instanceof Element ? Number.parseInt(getComputedStyle(node).zIndex, 10) || 0 : 0;
  return [...element.childNodes].sort((one, other) => level(one) - level(other));
}

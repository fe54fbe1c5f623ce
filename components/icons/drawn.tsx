import type { FunctionComponent, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height, in pixels. */
  size?: number;
  /** Width of the strokes, on a square of 24. */
  stroke?: number;
}

export type Icon = FunctionComponent<IconProps>;

/**
 * An icon of strokes in the colour of the text (`global.css`), from its paths on a square of 24. Beside a text it says
 * nothing of its own; where it stands alone it has a label.
 */
export function drawn(name: string, ...paths: readonly string[]): Icon {
  // React writes what is inside anew whenever this is another object.
  const inside = { __html: paths.map((path) => `<path d="${path}"/>`).join('') };
  function Drawn({ size = 24, stroke = 2, className, ...rest }: IconProps) {
    return (
      <svg
        className={className === undefined ? 'icon' : `icon ${className}`}
        viewBox="0 0 24 24"
        width={size}
        height={size}
        strokeWidth={stroke}
        {...rest}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: from our own code; it makes an icon one element to draw
        dangerouslySetInnerHTML={inside}
      />
    );
  }
  Drawn.displayName = name;
  return Drawn;
}

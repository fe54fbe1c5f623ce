import type { FunctionComponent, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height, in pixels. */
  size?: number;
  /** Width of the strokes, on a square of 24. */
  stroke?: number;
}

export type Icon = FunctionComponent<IconProps>;

/** An icon of strokes in the colour of the text (`global.css`), from its paths on a square of 24. */
export function drawn(name: string, ...paths: readonly string[]): Icon {
  function Drawn({ size = 24, stroke = 2, className, ...rest }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: beside a text it says nothing of its own; where it stands alone it has a label
      <svg
        className={className === undefined ? 'icon' : `icon ${className}`}
        viewBox="0 0 24 24"
        width={size}
        height={size}
        strokeWidth={stroke}
        {...rest}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  }
  Drawn.displayName = name;
  return Drawn;
}

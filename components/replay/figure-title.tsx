import { Tooltip } from '../layout/tooltip';

/** The name of a figure, and what it means. */
export function FigureTitle({ title, help }: { title: string; help: string }) {
  return (
    <Tooltip label={help} multiline maw={260} forAll>
      <span>{title}</span>
    </Tooltip>
  );
}

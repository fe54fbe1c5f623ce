import { NativeSelect } from '@mantine/core';
import { Segments } from '../choices/segments';

interface ContainerChoiceProps {
  names: readonly string[];
  /** How a container is shown; by its name if left out. */
  labelOf?: (name: string) => string;
  chosen: string;
  onChoose: (name: string) => void;
}

/** More do not fit side by side. */
const MOST_BESIDE = 8;

/** Chooses one of several containers: side by side, or from a list if they are many. */
export function ContainerChoice({ names, labelOf = (name) => name, chosen, onChoose }: ContainerChoiceProps) {
  const options = names.map((name) => ({ value: name, label: labelOf(name) }));
  if (names.length > MOST_BESIDE)
    return (
      <NativeSelect
        aria-label="Container"
        data={options}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    );
  return <Segments label="Container" options={options} value={chosen} onChange={onChoose} />;
}

import { NativeSelect } from '@mantine/core';
import { Segments } from '../choices/segments';

interface ContainerChoiceProps {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** More do not fit side by side. */
const MOST_BESIDE = 8;

/** Chooses one of several containers: side by side, or from a list if they are many. */
export function ContainerChoice({ names, chosen, onChoose }: ContainerChoiceProps) {
  if (names.length > MOST_BESIDE)
    return (
      <NativeSelect
        aria-label="Container"
        size="sm"
        data={[...names]}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    );
  return (
    <Segments
      label="Container"
      options={names.map((name) => ({ value: name, label: name }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}

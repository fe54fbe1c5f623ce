import { NativeSelect, SegmentedControl } from '@mantine/core';

interface ContainerChoiceProps {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** More do not fit side by side. */
const MOST_BESIDE = 8;
/** Mantine looks a value up in an object, and a container may be named like what every object has: `constructor`. */
const MARK = '=';

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
    <SegmentedControl
      aria-label="Container"
      size="sm"
      data={names.map((name) => ({ value: MARK + name, label: name }))}
      value={MARK + chosen}
      onChange={(value) => onChoose(value.slice(MARK.length))}
    />
  );
}

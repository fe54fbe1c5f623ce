import type { Character } from '@/sandbox/workloads/character';

/** What grows with the node. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'cpu',
  'peakCpu',
  'spikeCpu',
  'startCpu',
  'startMemory',
  'memory',
  'peakMemory',
  'spikeMemory',
  'growthPerHour',
]);

const MILLICORES_PER_CORE = 1000;

/** The character on a node of this size, in millicores: another one only if it states for which size it is. */
export function onNodeOf(character: Character, nodeMillicores: number | undefined): Character {
  const { onCores } = character;
  if (onCores === undefined || nodeMillicores === undefined) return character;
  const factor = nodeMillicores / MILLICORES_PER_CORE / onCores;
  const scaled = Object.entries(character).map(([name, value]) => [
    name,
    AMOUNTS.has(name) && typeof value === 'number' ? value * factor : value,
  ]);
  return Object.fromEntries(scaled) as Character;
}

import { localZone, type ZoneChoice } from './viewer-zone';

export function otherZone(choice: ZoneChoice): ZoneChoice {
  return choice === 'utc' ? 'local' : 'utc';
}

/** What changing the choice does: `show times in UTC`. */
export function otherZoneWords(choice: ZoneChoice): string {
  return choice === 'utc' ? `show local times (${localZone()})` : 'show times in UTC';
}

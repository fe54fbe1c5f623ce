import { FAMILIES, FAMILY_NAMES, type FamilyName, YARDSTICK } from './families';
import { type Contestant, MODES, type Mode } from './series';

/** Who is measured. */
export interface Asked {
  readonly modes: readonly Mode[];
  readonly families: readonly FamilyName[];
}

export const EVERYONE: Asked = { modes: MODES, families: FAMILY_NAMES };

/**
 * The family of the yardstick in each mode, as all are measured against it; those of others in the first mode, and as
 * they come in the second. A member is numbered from what comes as it is, which is 0.
 */
export function contestantsOf({ modes, families }: Asked): Contestant[] {
  const names = FAMILY_NAMES.filter((name) => name === YARDSTICK || families.includes(name));
  return modes.flatMap((mode, index) =>
    names.flatMap((family) => {
      const { members, usual } = FAMILIES[family];
      return members.flatMap((parameters, at): Contestant[] => {
        const member = at - usual;
        const isWanted = index === 0 || family === YARDSTICK || member === 0;
        return isWanted ? [{ mode, family, member, parameters }] : [];
      });
    }),
  );
}

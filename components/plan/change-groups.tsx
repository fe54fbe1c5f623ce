import { Text } from '@mantine/core';
import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import shared from '../layout/shared.module.css';
import classes from './change-groups.module.css';
import { ChangeList } from './change-list';
import { canaryRole, canaryWords, howWords } from './how-words';

/** Pods that change alike, as the plan has them. */
export type ChangeGroup = Pick<PlannedPods, 'decision' | 'count'> & {
  readonly reasons: readonly Pick<PlannedPods['reasons'][number], 'code'>[];
  readonly changes: PlannedPods['changes'];
  readonly pods: readonly { readonly name: string }[];
};

const MOST_NAMED = 20;
const ROLES = { first: 'goes first, as the canary', after: 'waits for the canary' } as const;

/** Container by container what pods state now and after, and pod by pod how they get it. */
export function ChangeGroups({ groups, mode }: { groups: readonly ChangeGroup[]; mode: string }) {
  const canary = canaryWords(groups);
  return (
    <div>
      {byChanges(groups).map((alike) => (
        <div key={`${alike[0].decision} ${alike[0].pods[0]?.name}`} className={classes.group}>
          <ChangeList changes={alike[0].changes} />
          <ul className={classes.pods} aria-label="Pods">
            {alike.map((group) => (
              <PodsOf
                key={`${group.decision} ${group.pods[0]?.name}`}
                group={group}
                all={groups}
                mode={mode}
              />
            ))}
          </ul>
        </div>
      ))}
      {canary && <p className={classes.soft}>{canary}</p>}
    </div>
  );
}

interface PodsOfProps {
  group: ChangeGroup;
  /** Those of the same workload. */
  all: readonly ChangeGroup[];
  mode: string;
}

function PodsOf({ group, all, mode }: PodsOfProps) {
  const { decision, count, pods } = group;
  const role = canaryRole(group, all);
  const others = count - Math.min(pods.length, MOST_NAMED);
  return (
    <>
      {pods.slice(0, MOST_NAMED).map(({ name }) => (
        <li key={name}>
          <Text className={shared.breaks} span inherit fw={500}>
            {name}
          </Text>{' '}
          <span className={classes.soft}>{howWords(decision, mode)}</span>{' '}
          {role && (
            <span className={classes.role} data-role={role}>
              {ROLES[role]}
            </span>
          )}
        </li>
      ))}
      {others > 0 && <li className={classes.soft}>and {countOf(others, 'more pod')}, alike</li>}
    </>
  );
}

/** Groups that get the same amounts together, so that these are said once. */
function byChanges(groups: readonly ChangeGroup[]): [ChangeGroup, ...ChangeGroup[]][] {
  const together = new Map<string, [ChangeGroup, ...ChangeGroup[]]>();
  for (const group of groups) {
    const key = JSON.stringify(group.changes);
    const alike = together.get(key);
    if (alike) alike.push(group);
    else together.set(key, [group]);
  }
  return [...together.values()];
}

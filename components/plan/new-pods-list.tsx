import { Text } from '@mantine/core';
import type { NewPodsOfVpa, NewPodsWithout } from '@/server/contract/operations';
import { formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';
import { countOf } from '@/server/words/counts';
import { FromTo } from '../changes/from-to';
import { DialogList } from '../layout/dialog-list';
import { STATED_RESOURCES } from './change-words';

const NOT_SET = 'not set';

/** What pods that start once VPAs act no more state instead of what they would get, container by container. */
export function NewPodsList({ newPods: { vpas, notTold } }: { newPods: NewPodsWithout }) {
  if (vpas.length === 0 && notTold === 0)
    return <Text size="sm">New pods there state what their template does already.</Text>;
  return (
    <>
      <Text size="sm">What new pods state then, instead of what they get now:</Text>
      <DialogList label="What new pods state" isLow>
        {vpas.map((vpa) => (
          <li key={`${vpa.namespace}/${vpa.name}`}>
            <strong>
              {vpa.namespace}/{vpa.name}
            </strong>
            <NewPodAmounts newPods={vpa} />
          </li>
        ))}
        {notTold > 0 && <li>and those of {countOf(notTold, 'more VPA')}</li>}
      </DialogList>
    </>
  );
}

/** What new pods of one VPA get now and state then, one line an amount. */
export function NewPodAmounts({ newPods }: { newPods: NewPodsOfVpa }) {
  return (
    <ul aria-label="New pods">
      {newPodLines(newPods).map(({ what, from, to }) => (
        <li key={what}>
          <FromTo what={what} from={from} to={to} />
        </li>
      ))}
    </ul>
  );
}

/** Every amount that differs, one line each. */
function newPodLines({ containers }: NewPodsOfVpa): { what: string; from: string; to: string }[] {
  return containers.flatMap(({ container, now, after }) =>
    STATED_RESOURCES.flatMap((resource) =>
      (['requests', 'limits'] as const).flatMap((kind) => {
        const [from, to] = [now[kind][resource], after[kind][resource]];
        if (from === to) return [];
        const [before = NOT_SET, next = NOT_SET] = formatAmounts(resource, [from, to]);
        const word = kind === 'limits' ? `${resourceName(resource)} limit` : resourceName(resource);
        return [{ what: `${placeName(container)} ${word}`, from: before, to: next }];
      }),
    ),
  );
}

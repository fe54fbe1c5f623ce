import { Text } from '@mantine/core';
import type { NewPodsOfVpa, NewPodsWithout } from '@/server/contract/operations';
import { formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';
import { countOf } from '@/server/words/counts';
import { FromTo } from '../changes/from-to';
import { DialogList } from '../layout/dialog-list';
import shared from '../layout/shared.module.css';
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
            <ul className={shared.list}>
              {newPodLines(vpa).map(({ what, from, to }) => (
                <li key={what}>
                  <FromTo what={what} from={from} to={to} />
                </li>
              ))}
            </ul>
          </li>
        ))}
        {notTold > 0 && <li>and those of {countOf(notTold, 'more VPA')}</li>}
      </DialogList>
    </>
  );
}

/** Every amount that differs, one line each. */
function newPodLines({ containers }: NewPodsOfVpa): { what: string; from: string; to: string }[] {
  return containers.flatMap(({ container, now, template }) =>
    STATED_RESOURCES.flatMap((resource) =>
      (['requests', 'limits'] as const).flatMap((kind) => {
        const [from, to] = [now[kind][resource], template[kind][resource]];
        if (from === to) return [];
        const [before = NOT_SET, after = NOT_SET] = formatAmounts(resource, [from, to]);
        const word = kind === 'limits' ? `${resourceName(resource)} limit` : resourceName(resource);
        return [{ what: `${placeName(container)} ${word}`, from: before, to: after }];
      }),
    ),
  );
}

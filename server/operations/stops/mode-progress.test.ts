import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_STOPS } from '@/tests/support/no-stops';
import { vpa } from '../../../tests/support/plan-input';
import { FORMER_MODE_ANNOTATION } from '../../decide/pods/mode-before-stop';
import { isStopped, type StopState, stopStateOf } from '../../decide/pods/stop';
import { type ObjectListener, ObjectStore } from '../../kube/object-store';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ModeProgress } from './mode-progress';

const ENTRY = { who: 'ada', atMs: 1 };
const STATES = [
  NO_STOPS,
  stopStateOf(new Map([['all', ENTRY]])),
  stopStateOf(new Map([['vpa.shop.b', ENTRY]])),
  stopStateOf(new Map([['namespace.shop', ENTRY]])),
];

const step = fc.oneof(
  fc.record({ stop: fc.constantFrom(...STATES) }),
  fc.record({
    put: fc.constantFrom('a', 'b', 'c'),
    mode: fc.constantFrom('Off' as const, 'Recreate' as const),
    noted: fc.boolean(),
  }),
  fc.record({ remove: fc.constantFrom('a', 'b', 'c') }),
);

it('counts the same as a scan of all VPAs, however VPAs and stops change', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let listener: Partial<ObjectListener<VerticalPodAutoscaler>> = {};
      let changed: (state: StopState) => void = () => {};
      const store = new ObjectStore<VerticalPodAutoscaler>({
        added: (object) => listener.added?.(object),
        updated: (former, object) => listener.updated?.(former, object),
        deleted: (object) => listener.deleted?.(object),
      });
      const keeper = {
        state: NO_STOPS,
        onChange: (heard: typeof changed) => {
          changed = heard;
          return () => {};
        },
      };
      const progress = new ModeProgress(
        {
          list: () => store.values(),
          subscribe: (heard) => {
            listener = heard;
            return () => {};
          },
        },
        keeper,
      );
      let version = 1;
      for (const one of steps) {
        if ('stop' in one) {
          keeper.state = one.stop;
          changed(one.stop);
        } else if ('put' in one) {
          const object = vpa({ updatePolicy: { updateMode: one.mode } });
          const { metadata } = object;
          Object.assign(metadata, { name: one.put, uid: one.put, resourceVersion: String(++version) });
          if (one.noted)
            metadata.annotations = { [FORMER_MODE_ANNOTATION]: '{"mode":"Recreate","policy":true}' };
          store.putListed(object);
        } else {
          const known = store.get('shop', one.remove);
          if (known) store.delete(known);
        }
        expect(progress.now()).toEqual(countedOver([...store.values()], keeper.state));
      }
    }),
  );
});

function countedOver(vpas: readonly VerticalPodAutoscaler[], state: StopState) {
  const stopped = vpas.filter(({ metadata }) => isStopped(state, metadata.namespace ?? '', metadata.name));
  const rest = vpas.filter((one) => !stopped.includes(one));
  const off = stopped.filter(({ spec }) => spec.updatePolicy?.updateMode === 'Off');
  const already = off.filter(({ metadata }) => !metadata.annotations?.[FORMER_MODE_ANNOTATION]).length;
  return {
    affected: stopped.length - already,
    done: off.length - already,
    already,
    restoring: rest.filter(({ metadata }) => metadata.annotations?.[FORMER_MODE_ANNOTATION]).length,
  };
}

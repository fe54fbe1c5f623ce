import { describe, expect, it } from 'vitest';
import { notedOfAll } from '../../tests/support/outcomes';
import { vpa } from '../../tests/support/plan-input';
import { OUTCOME_ANNOTATION, type OutcomeState } from '../decide/pods/outcome/state';
import { EVERY_NAMESPACE } from '../decide/pods/served-namespaces';
import { memoryBytes } from '../objects/units';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { watchHeld } from './held-watch';

const HELD: OutcomeState = {
  undone: 1,
  held: {
    how: 'killed-sooner',
    container: 'app',
    sinceMs: 0,
    triedMs: 0,
    untilMs: 1,
    program: 'p',
    policy: 'q',
    containers: new Map([['app', { from: { memory: memoryBytes(512) }, to: { memory: memoryBytes(100) } }]]),
  },
};

type Listener = Parameters<Parameters<typeof watchHeld>[0]['vpas']['subscribe']>[0];

/** What is told of VPAs that come, change and go. */
function watching(served = EVERY_NAMESPACE) {
  const told: string[] = [];
  let listener: Listener = {};
  watchHeld({
    vpas: {
      subscribe: (given: Listener) => {
        listener = given;
        return () => undefined;
      },
    },
    problems: {
      report: (code, about) => told.push(`${code} ${about}`),
      clear: (code, about) => told.push(`clear ${code} ${about}`),
    },
    served,
  });
  return {
    told,
    came: (one: VerticalPodAutoscaler) => listener.added?.(one),
    changed: (one: VerticalPodAutoscaler) => listener.updated?.(one, one),
    left: (one: VerticalPodAutoscaler) => listener.deleted?.(one),
  };
}

function noted(state: OutcomeState | undefined, updateMode: 'Recreate' | 'Off' = 'Recreate') {
  const one = vpa({ updatePolicy: { updateMode } });
  const text = state && notedOfAll(state);
  if (text) one.metadata.annotations = { [OUTCOME_ANNOTATION]: text };
  return one;
}

describe('a VPA that is held at former requests', () => {
  const ABOUT = 'undone VerticalPodAutoscaler shop/web';

  it('is told once, by whichever process it was noted, until that ends', () => {
    const { told, came, changed } = watching();
    came(noted(HELD));
    changed(noted(HELD));
    expect(told).toEqual([ABOUT]);
    changed(noted(undefined));
    changed(noted(undefined));
    expect(told).toEqual([ABOUT, `clear ${ABOUT}`]);
  });

  it('is no problem any more once it is gone or turned off', () => {
    const { told, came, changed, left } = watching();
    came(noted(HELD));
    changed(noted(HELD, 'Off'));
    changed(noted(HELD));
    left(noted(HELD));
    expect(told).toEqual([ABOUT, `clear ${ABOUT}`, ABOUT, `clear ${ABOUT}`]);
  });

  it('is not told where its namespace is left to others', () => {
    const { told, came } = watching({ ...EVERY_NAMESPACE, vpaObjectNamespace: 'other' });
    came(noted(HELD));
    expect(told).toEqual([]);
  });
});

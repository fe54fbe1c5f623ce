import { describe, expect, it } from 'vitest';
import { vpa } from '../../../tests/support/plan-input';
import { FORMER_MODE_ANNOTATION } from '../../decide/pods/mode-before-stop';
import { type StopScope, stopStateOf } from '../../decide/pods/stop';
import { inSlices } from '../../lib/time/slices';
import { coveredVpas } from './covered';

const ENTRY = { who: 'ada', atMs: 1 };
const NOTHING = stopStateOf(new Map());
const ALL: StopScope = { kind: 'all' };
const STOPPED = stopStateOf(new Map([['all', ENTRY]]));

function named(name: string, updateMode: 'Off' | 'Recreate', former?: string) {
  const one = vpa({ updatePolicy: { updateMode } });
  Object.assign(one.metadata, { name });
  if (former) one.metadata.annotations = { [FORMER_MODE_ANNOTATION]: `{"mode":"${former}","policy":true}` };
  return one;
}

describe('the VPAs of a stop', () => {
  it('are those whose mode it changes, each with the mode it had, and a count of those that are Off', async () => {
    const vpas = [named('web', 'Recreate'), named('api', 'Recreate'), named('off', 'Off')];
    expect(await inSlices(coveredVpas(vpas, ALL, [NOTHING, STOPPED]))).toEqual({
      modes: { 'shop/web': 'Recreate', 'shop/api': 'Recreate' },
      more: 0,
      off: 1,
    });
  });

  it('are told by the mode before, also once they are set to Off', async () => {
    const vpas = [named('web', 'Off', 'Initial')];
    const { modes } = await inSlices(coveredVpas(vpas, ALL, [STOPPED, NOTHING]));
    expect(modes).toEqual({ 'shop/web': 'Initial' });
  });

  it('are none that another stop holds before and after', async () => {
    const both = stopStateOf(
      new Map([
        ['all', ENTRY],
        ['vpa.shop.web', ENTRY],
      ]),
    );
    const vpas = [named('web', 'Recreate'), named('api', 'Recreate')];
    const other = stopStateOf(new Map([['vpa.shop.web', ENTRY]]));
    const { modes } = await inSlices(coveredVpas(vpas, ALL, [other, both]));
    expect(Object.keys(modes)).toEqual(['shop/api']);
  });

  it('are named up to 500', async () => {
    const vpas = Array.from({ length: 503 }, (_, index) => named(`web-${index}`, 'Recreate'));
    const { modes, more } = await inSlices(coveredVpas(vpas, ALL, [NOTHING, STOPPED]));
    expect([Object.keys(modes).length, more]).toEqual([500, 3]);
  });
});

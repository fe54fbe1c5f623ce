import { describe, expect, it } from 'vitest';
import { remedyOf } from '../words/problems';
import { refusalError, timeoutError, transportError } from './failures';

const said = (status: number, message: string) =>
  refusalError('PATCH /apis/x', status, {}, JSON.stringify({ kind: 'Status', message })).message;
const RIGHTS =
  'vpas is forbidden: User "system:serviceaccount:plumbline:plumbline" cannot patch resource "vpas" in API group ""';

const GRANT = /^Grant patch on verticalpodautoscalers/;
const LOAD = /^Look at the load of the API server/;
const MESSAGE = /^Mend what the message says/;

describe('the remedy of what could not be written', () => {
  it.each([
    ['a missing right', said(403, RIGHTS), GRANT],
    ['a webhook that denies it', said(403, 'admission webhook "x" denied the request: not today'), MESSAGE],
    ['a quota', said(403, 'exceeded quota: q'), MESSAGE],
    ['an object that is not valid', said(422, 'metadata.annotations: Too long'), MESSAGE],
    ['a webhook that is away', said(500, 'failed calling webhook "x"'), MESSAGE],
    ['a server that wants less', said(429, 'too many requests'), LOAD],
    ['a server that is away', said(503, 'the server is currently unable'), LOAD],
    ['no answer in time', timeoutError('PATCH /apis/x', 'https://a', 5_000).message, LOAD],
    ['no connection', transportError('PATCH /apis/x', 'https://a', new Error('x')).message, LOAD],
    [
      'nothing that is known',
      'it cannot be read',
      /^If it is forbidden \(403\), grant .* If nobody answered, look /,
    ],
  ])('names its cause: %s', (_what, detail, words) => {
    for (const code of ['status-not-written', 'groups-not-written'] as const)
      expect(remedyOf(code, 'VerticalPodAutoscaler shop/web', detail)).toMatch(words);
  });
});

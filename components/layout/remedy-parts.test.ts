import { expect, it } from 'vitest';
import { NO_RECOMMENDATION_TABLE } from '@/server/words/no-recommendation';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { remedyOfRefusal } from '@/server/words/refusals';
import { remedyParts } from './remedy-parts';

it('parts a remedy from the command at its end', () => {
  expect(remedyParts('Look at them: `kubectl get pods`.')).toEqual({
    sentence: 'Look at them:',
    command: 'get pods',
  });
  expect(remedyParts('Raise `maxAllowed.cpu`.')).toEqual({ sentence: 'Raise `maxAllowed.cpu`.' });
});

it('leaves no kubectl command inside a sentence', () => {
  const remedies = [
    ...[...Object.values(PROBLEM_TABLE), ...Object.values(NO_RECOMMENDATION_TABLE)].map(
      ({ remedy }) => remedy,
    ),
    remedyOfRefusal('webhook'),
  ];
  expect(remedies.filter((remedy) => remedyParts(remedy).sentence.includes('`kubectl'))).toEqual([]);
});

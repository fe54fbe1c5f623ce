import { expect, it } from 'vitest';
import { withProposal } from './proposal-values';

const values = {
  updateMode: 'Off',
  recommender: '',
  parameters: { 'cpu.target': '0.9' },
  dropsAnnotation: false,
  minReplicas: '2',
};

it('fills in another recommender without the parameters of the former', () => {
  const proposal = {
    recommender: 'adaptive',
    parameters: { marginFraction: 0.05, memory: { peakMargin: 0.2 } },
  };
  expect(
    withProposal(values, { ...proposal, updateMode: 'InPlaceOrRecreate' }, { usual: 'default' }),
  ).toEqual({
    ...values,
    updateMode: 'InPlaceOrRecreate',
    recommender: 'adaptive',
    parameters: { marginFraction: '0.05', 'memory.peakMargin': '0.2' },
  });
});

it('names nothing anew and keeps other parameters if the recommender stays', () => {
  const proposal = { recommender: 'default', parameters: { marginFraction: 0.3 } };
  expect(withProposal(values, proposal, { usual: 'default' })).toEqual({
    ...values,
    parameters: { 'cpu.target': '0.9', marginFraction: '0.3' },
  });
});

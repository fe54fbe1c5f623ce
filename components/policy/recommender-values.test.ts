import { describe, expect, it } from 'vitest';
import type { ParameterField, RecommendersView } from '@/server/contract/operations';
import { policyEdit, policyFields, rebased } from './form-values';
import { policyDifferences } from './policy-differences';
import {
  choosing,
  editOfRecommender,
  offerFor,
  rebasedParameters,
  recommenderChoices,
  recommenderValues,
  unknownParameters,
} from './recommender-values';

const field = (path: string, isCommon = false): ParameterField => ({
  path,
  label: path,
  help: '',
  kind: 'number',
  usual: '1',
  isCommon,
});
const OFFERS: RecommendersView['recommenders'] = [
  { name: 'default', help: 'As upstream.', fields: [field('cpu.target'), field('marginFraction', true)] },
  {
    name: 'adaptive',
    help: 'Experts.',
    fields: [field('priceHalfLife'), field('shortage'), field('marginFraction', true)],
  },
  { name: 'highest', help: 'The highest usage.', fields: [field('days'), field('marginFraction', true)] },
];
const choice = { usual: 'default', serving: 'default', given: {} };
const values = (recommender: string, parameters: Record<string, string> = {}) => ({
  recommender,
  parameters,
  dropsAnnotation: false,
});

describe('the recommender in the form', () => {
  it.each([
    ['nothing', values(''), values(''), {}],
    ['a name', values(''), values('adaptive'), { recommender: 'adaptive' }],
    ['no name', values('adaptive'), values(''), { recommender: null }],
    [
      'a parameter',
      values('adaptive', { priceHalfLife: '1h' }),
      values('adaptive', { priceHalfLife: ' 2h ' }),
      { parameters: { priceHalfLife: '2h' } },
    ],
    [
      'a parameter left empty',
      values('adaptive', { priceHalfLife: '1h' }),
      values('adaptive', { priceHalfLife: '  ' }),
      { parameters: { priceHalfLife: null } },
    ],
    ['an empty input that was touched', values('adaptive'), values('adaptive', { priceHalfLife: '' }), {}],
  ])('sends what differs: %s', (_, opened, now, expected) => {
    expect(editOfRecommender(opened, now)).toEqual(expected);
  });

  it('removes an annotation that cannot be read only if asked to', () => {
    const opened = recommenderValues({ ...choice, annotation: '{', fault: 'it is no JSON' });
    expect(editOfRecommender(opened, opened)).toEqual({});
    expect(editOfRecommender(opened, { ...opened, dropsAnnotation: true })).toEqual({ parameters: null });
  });

  it('keeps the parameters that another recommender takes, and gives them back', () => {
    const opened = values('adaptive', { priceHalfLife: '2h', marginFraction: '0.2' });
    const highest = choosing('highest', OFFERS[2], opened, opened);
    expect(highest.parameters).toEqual({ marginFraction: '0.2' });
    expect(editOfRecommender(opened, highest)).toEqual({
      recommender: 'highest',
      parameters: { priceHalfLife: null },
    });
    const back = choosing(
      'adaptive',
      OFFERS[1],
      { ...highest, parameters: { marginFraction: '0.3' } },
      opened,
    );
    expect(back.parameters).toEqual({ priceHalfLife: '2h', marginFraction: '0.3' });
  });

  it('offers the default of the cluster, ours, and the one of another program that the VPA names', () => {
    expect(recommenderChoices(OFFERS, choice).map(({ label }) => label)).toEqual([
      'Not set: the cluster uses default',
      'default',
      'adaptive',
      'highest',
    ]);
    const theirs = { given: {}, named: 'theirs' };
    expect(recommenderChoices(OFFERS, theirs).at(0)?.label).toBe('Not set: left to another program');
    expect(recommenderChoices(OFFERS, theirs).at(-1)).toMatchObject({
      value: 'theirs',
      help: expect.stringContaining('alone'),
    });
    expect(offerFor(OFFERS, values('theirs'), theirs)).toBeUndefined();
    expect(offerFor(OFFERS, values(''), { ...choice, usual: 'highest' })?.name).toBe('highest');
  });

  it('names parameters that the recommender does not take', () => {
    const fields = OFFERS[1]?.fields ?? [];
    expect(
      unknownParameters(fields, values('adaptive', { priceHalfLife: '1h', days: '3', typed: '' })),
    ).toEqual(['days']);
  });

  it('puts my parameters over a newer version, and takes theirs where I changed none', () => {
    const opened = values('adaptive', { priceHalfLife: '1h', shortage: 'saving', ceiling: '2' });
    const mine = values('adaptive', { priceHalfLife: '2h', shortage: 'saving', ceiling: '2' });
    const theirs = values('adaptive', { priceHalfLife: '4h', shortage: 'careful', days: '1' });
    expect(rebasedParameters(opened, mine, theirs)).toEqual({
      priceHalfLife: '2h',
      shortage: 'careful',
      days: '1',
    });
  });

  it('is part of the edit of a policy and of what differs in a newer version', () => {
    const was = policyFields('Off', {
      recommender: { ...choice, named: 'adaptive', given: { priceHalfLife: '1h' } },
    });
    const is = policyFields('Off', { recommender: { ...choice, named: 'highest', given: { days: '3' } } });
    expect(policyDifferences(was, is)).toEqual([
      { field: 'recommender', from: 'adaptive', to: 'highest' },
      { field: 'priceHalfLife of the recommender', from: '1h', to: 'unset' },
      { field: 'days of the recommender', from: 'unset', to: '3' },
    ]);
    const mine = { ...was, parameters: { priceHalfLife: '5h' } };
    expect(policyEdit(was, mine)).toEqual({ parameters: { priceHalfLife: '5h' } });
    expect(rebased(was, mine, is)).toMatchObject({
      recommender: 'highest',
      parameters: { priceHalfLife: '5h', days: '3' },
    });
  });
});

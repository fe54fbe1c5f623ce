import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { wallClock } from '@/server/lib/time/clock';
import { editedPolicy } from '@/server/operations/rule/rule-edit';
import { policyDraft } from '@/server/pages/rules/rule-draft';
import { newPolicyFields, policyFormFields, scalingPolicyEdit } from './rule-form-values';

const SPEC = {
  precedence: 5,
  namespaceSelector: {
    matchLabels: { env: 'prod' },
    matchExpressions: [
      { key: 'kubernetes.io/metadata.name', operator: 'In' as const, values: ['shop', 'pay'] },
    ],
  },
  workloadSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn' as const, values: ['batch'] }] },
  kinds: ['Deployment'],
  exclude: [{ names: ['legacy'], selector: { matchLabels: { test: 'true' } } }],
  template: {
    metadata: { labels: { team: 'a' } },
    spec: { updatePolicy: { updateMode: 'Initial' as const, minReplicas: 3 } },
  },
};

function draftOf(spec?: object) {
  const fleet = { policy: () => ({ spec }) };
  const source = { handles: { fleet }, config: defaultConfig(), clock: wallClock };
  return policyDraft(source as unknown as Parameters<typeof policyDraft>[0], spec && 'shop');
}
const DRAFT = draftOf();

describe('a policy in a form', () => {
  it('is as it was if nothing is changed', () => {
    const fields = policyFormFields('shop', draftOf(SPEC));
    expect(fields).toMatchObject({
      namespaces: ['pay', 'shop'],
      namespaceSelector: 'env=prod',
      workloadSelector: 'tier!=batch',
      exclude: [{ namespaces: [], names: ['legacy'], selector: 'test=true' }],
      updateMode: 'Initial',
    });
    expect(scalingPolicyEdit(fields, fields, false)).toBeUndefined();
  });

  it('sends only what differs, and what it does not show stays', () => {
    const fields = policyFormFields('shop', draftOf(SPEC));
    const edit = scalingPolicyEdit(
      fields,
      { ...fields, updateMode: 'Off', namespaces: ['shop'], precedence: 7, calendar: 'windows: []' },
      false,
    );
    expect(edit).toEqual({
      precedence: 7,
      namespaceSelector: 'kubernetes.io/metadata.name in (shop),env=prod',
      calendar: 'windows: []',
      template: { updateMode: 'Off' },
    });
    expect(editedPolicy(SPEC, edit ?? {}).spec).toMatchObject({
      precedence: 7,
      namespaceSelector: { matchLabels: { env: 'prod', 'kubernetes.io/metadata.name': 'shop' } },
      exclude: SPEC.exclude,
      template: {
        metadata: { labels: { team: 'a' } },
        spec: { updatePolicy: { updateMode: 'Off', minReplicas: 3 } },
      },
    });
  });

  it('removes what is emptied', () => {
    const fields = policyFormFields('shop', draftOf(SPEC));
    const emptied = { ...fields, namespaces: [], namespaceSelector: '', workloadSelector: ' ', exclude: [] };
    const edit = scalingPolicyEdit(fields, emptied, false);
    expect(edit).toEqual({ namespaceSelector: null, workloadSelector: null, exclude: [] });
    const { spec } = editedPolicy(SPEC, edit ?? {});
    expect(spec).not.toHaveProperty('namespaceSelector');
    expect(spec).not.toHaveProperty('exclude');
  });

  it('only recommends if it is new, and says so', () => {
    const opened = newPolicyFields(DRAFT);
    expect(scalingPolicyEdit(opened, opened, true)).toBeUndefined();
    const edit = scalingPolicyEdit(opened, { ...opened, name: 'shop ', namespaces: ['shop'] }, true);
    expect(edit).toEqual({
      name: 'shop',
      namespaceSelector: 'kubernetes.io/metadata.name in (shop)',
      template: { updateMode: 'Off' },
    });
    expect(editedPolicy(undefined, edit ?? {})).toEqual({
      errors: [],
      spec: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
        template: { spec: { updatePolicy: { updateMode: 'Off' } } },
      },
    });
  });

  it('says which texts cannot be read', () => {
    const wrong = { namespaceSelector: 'a in (', exclude: [{ selector: '!!' }], calendar: '[1]' };
    expect(editedPolicy(undefined, wrong).errors.map(({ field }) => field)).toEqual([
      'calendar',
      'namespaceSelector',
      'exclude.0.selector',
    ]);
  });
});

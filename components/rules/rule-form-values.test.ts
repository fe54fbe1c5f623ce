import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { wallClock } from '@/server/lib/time/clock';
import { editedRule } from '@/server/operations/rule/rule-edit';
import { ruleDraft } from '@/server/pages/rules/rule-draft';
import { newRuleFields, ruleEdit, ruleFormFields } from './rule-form-values';

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
  const rules = { policy: () => ({ spec }) };
  const source = { handles: { rules }, config: defaultConfig(), clock: wallClock };
  return ruleDraft(source as unknown as Parameters<typeof ruleDraft>[0], spec && 'shop');
}
const DRAFT = draftOf();

describe('a policy in a form', () => {
  it('is as it was if nothing is changed', () => {
    const fields = ruleFormFields('shop', draftOf(SPEC));
    expect(fields).toMatchObject({
      namespaces: ['pay', 'shop'],
      namespaceSelector: 'env=prod',
      workloadSelector: 'tier!=batch',
      exclude: [{ namespaces: [], names: ['legacy'], selector: 'test=true' }],
      updateMode: 'Initial',
    });
    expect(ruleEdit(fields, fields, false)).toBeUndefined();
  });

  it('sends only what differs, and what it does not show stays', () => {
    const fields = ruleFormFields('shop', draftOf(SPEC));
    const edit = ruleEdit(
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
    expect(editedRule(SPEC, edit ?? {}).spec).toMatchObject({
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
    const fields = ruleFormFields('shop', draftOf(SPEC));
    const emptied = { ...fields, namespaces: [], namespaceSelector: '', workloadSelector: ' ', exclude: [] };
    const edit = ruleEdit(fields, emptied, false);
    expect(edit).toEqual({ namespaceSelector: null, workloadSelector: null, exclude: [] });
    const { spec } = editedRule(SPEC, edit ?? {});
    expect(spec).not.toHaveProperty('namespaceSelector');
    expect(spec).not.toHaveProperty('exclude');
  });

  it('only recommends if it is new, and says so', () => {
    const opened = newRuleFields(DRAFT);
    expect(ruleEdit(opened, opened, true)).toBeUndefined();
    const edit = ruleEdit(opened, { ...opened, name: 'shop ', namespaces: ['shop'] }, true);
    expect(edit).toEqual({
      name: 'shop',
      namespaceSelector: 'kubernetes.io/metadata.name in (shop)',
      template: { updateMode: 'Off' },
    });
    expect(editedRule(undefined, edit ?? {})).toEqual({
      errors: [],
      spec: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
        template: { spec: { updatePolicy: { updateMode: 'Off' } } },
      },
    });
  });

  it('says which texts cannot be read', () => {
    const wrong = { namespaceSelector: 'a in (', exclude: [{ selector: '!!' }], calendar: '[1]' };
    expect(editedRule(undefined, wrong).errors.map(({ field }) => field)).toEqual([
      'calendar',
      'namespaceSelector',
      'exclude.0.selector',
    ]);
  });
});

/** Whether Plumbline caused what a line of the inbox tells, each with its sentence. */
export const CAUSES = {
  'fits-no-node': {
    by: 'plumbline',
    says: 'Plumbline caused it: the pods got requests for which no node has room.',
  },
  undone: { by: 'plumbline', says: 'Plumbline caused it, and undid it.' },
  'own-setting': { by: 'plumbline', says: 'A setting of Plumbline causes it.' },
  'sets-requests': {
    by: 'perhaps',
    says: 'Plumbline may have a part in it: it set what these pods request.',
  },
  lowered: {
    by: 'perhaps',
    says: 'Plumbline may have a part in it: it lowered what these pods state.',
  },
  raised: {
    by: 'perhaps',
    says: 'Plumbline raised what these pods state, and that was not enough.',
  },
  'raised-above': {
    by: 'plumbline',
    says: 'Plumbline caused it: it raised what these pods request above their template.',
  },
  'still-above': {
    by: 'others',
    says: 'Their template states even more, and Plumbline lowered that.',
    brief: 'Plumbline lowered what their template states.',
  },
  'as-stated': {
    by: 'others',
    says: 'Plumbline did not cause it: the pods request what their template states.',
    brief: 'Not by Plumbline: their template states it.',
  },
  'policy-of-vpa': {
    by: 'others',
    says: 'Plumbline did not cause it: the maximum in the policy of the VPA does.',
    brief: 'Not by Plumbline: the maximum in the policy does.',
  },
  'own-limit': { by: 'others', says: 'Plumbline did not cause it: the limit in the pod template does.' },
  'cluster-rule': { by: 'others', says: 'Plumbline did not cause it: a rule of the cluster does.' },
  nodes: { by: 'others', says: 'Plumbline did not cause it: the nodes have no more room.' },
  'the-program': {
    by: 'others',
    // Plumbline may have raised what it has.
    says: 'The program does not give its memory back.',
    brief: 'By the program.',
  },
  'whole-pods': { by: 'others', says: 'Plumbline did not cause it: the HPA measures whole pods.' },
  'written-so': { by: 'others', says: 'Plumbline did not cause it: somebody set it that way.' },
  'the-cluster': { by: 'others', says: 'Plumbline did not cause it: the set-up of the cluster does.' },
  'does-not-answer': {
    by: 'others',
    says: 'Plumbline did not cause it: a service that it needs does not answer.',
  },
  'write-refused': { by: 'others', says: 'The API server refuses what Plumbline writes.' },
  'another-controller': { by: 'others', says: 'Another controller has a part in it.' },
  'both-change-it': {
    by: 'perhaps',
    says: 'Plumbline may have a part in it: it is not the only one that changes these requests.',
  },
  'own-bound': { by: 'plumbline', says: 'Its settings do not let Plumbline keep more.' },
  'plumbline-itself': {
    by: 'plumbline',
    says: 'A part of Plumbline itself does not work.',
  },
  'asked-for': { by: 'others', says: 'Somebody asked for it.' },
} as const satisfies Record<string, { by: 'plumbline' | 'perhaps' | 'others'; says: string; brief?: string }>;

export type CauseCode = keyof typeof CAUSES;

/** The same in a few words, where all of it unfolds. */
export function briefCause(code: CauseCode): string {
  const cause: { by: string; says: string; brief?: string } = CAUSES[code];
  return cause.brief ?? (cause.by === 'others' ? 'Not by Plumbline.' : cause.says);
}

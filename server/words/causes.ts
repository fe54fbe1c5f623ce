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
    says: 'Plumbline may have a part in it: it sets what these pods request.',
  },
  'as-stated': {
    by: 'others',
    says: 'Plumbline did not cause it: the pods request what their template states.',
  },
  'policy-of-vpa': {
    by: 'others',
    says: 'Plumbline did not cause it: the maximum in the policy of the VPA does.',
  },
  'own-limit': { by: 'others', says: 'Plumbline did not cause it: the limit in the pod template does.' },
  'cluster-rule': { by: 'others', says: 'Plumbline did not cause it: a rule of the cluster does.' },
  nodes: { by: 'others', says: 'Plumbline did not cause it: the nodes have no more room.' },
  'asked-for': { by: 'others', says: 'Somebody asked for it.' },
} as const satisfies Record<string, { by: 'plumbline' | 'perhaps' | 'others'; says: string }>;

export type CauseCode = keyof typeof CAUSES;

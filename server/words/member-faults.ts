/** Why a hub has no new answer of a cluster, and what mends it. */
export const MEMBER_FAULTS = {
  unreachable: {
    sentence: 'Nothing answers at its address.',
    remedy: 'Check that Plumbline runs there, and the url of the cluster in PLUMBLINE_CLUSTERS.',
  },
  slow: { sentence: 'It does not answer in time.', remedy: 'Look at the load of Plumbline there.' },
  certificate: {
    sentence: 'Its certificate is not one that the hub trusts for this address.',
    remedy: 'Set the ca of the cluster in PLUMBLINE_CLUSTERS to what signed its certificate.',
  },
  redirects: {
    sentence: 'It answers with another address, which the hub does not follow.',
    remedy: 'Set the url of the cluster in PLUMBLINE_CLUSTERS to the address of Plumbline itself.',
  },
  'too-large': {
    sentence: 'Its answer is longer than any of Plumbline.',
    remedy: 'Check what answers at its address.',
  },
  unreadable: {
    sentence: 'What answers there is not Plumbline.',
    remedy: 'Check the url of the cluster in PLUMBLINE_CLUSTERS.',
  },
  older: {
    sentence: 'Its Plumbline has no API of this version.',
    remedy: 'Update Plumbline in that cluster.',
  },
  failing: { sentence: 'Its Plumbline fails, or is still starting.', remedy: 'Look at its log.' },
  stranger: {
    sentence: 'It does not know you.',
    remedy: 'Check the signOn of the cluster in PLUMBLINE_CLUSTERS, and the settings of who signs on there.',
  },
  forbidden: {
    sentence: 'You may not read anything there.',
    remedy: 'Have somebody of that cluster give you the right to read VPAs.',
  },
  'someone-else': {
    sentence: 'It answers for someone other than you.',
    remedy: 'Check the identity header that the member and PLUMBLINE_CLUSTERS name.',
  },
  account: {
    sentence: 'You are an account of another cluster, and it may have one by the same name.',
    remedy: 'Sign on as a person, or use signOn: token for the cluster.',
  },
  'no-token': {
    sentence: 'It takes a token, and you signed on without one.',
    remedy: 'Use signOn: proxy for the cluster, or PLUMBLINE_AUTH=token at the hub.',
  },
  'token-not-shared': {
    sentence: 'The hub does not send it your token, with which it could be you in other clusters.',
    remedy:
      'Use signOn: proxy for the cluster. If it knows the same people by the same tokens and is trusted with them, say signOn: { kind: token, sharesTokens: true }.',
  },
  nameless: {
    sentence: 'The hub does not ask people who they are, so it cannot ask on their behalf.',
    remedy: 'Set PLUMBLINE_AUTH to token, oidc or proxy at the hub.',
  },
} as const satisfies Record<string, { sentence: string; remedy: string }>;

export type MemberFault = keyof typeof MEMBER_FAULTS;

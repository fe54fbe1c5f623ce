const WITHOUT_RULES_SENTENCES = {
  right: 'You may not read rules there.',
  role: 'The Plumbline that answers there does not follow rules: its PLUMBLINE_ROLES leaves out rules.',
  kind: 'The kind VerticalScalingPolicy is not installed there.',
} as const;

export function withoutRulesWords(without: keyof typeof WITHOUT_RULES_SENTENCES): string {
  return WITHOUT_RULES_SENTENCES[without];
}

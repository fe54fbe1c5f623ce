/** Calendars to begin with. */
export const CALENDAR_EXAMPLES = [
  {
    label: 'Week nights',
    text: `timeZone: Europe/Berlin
windows:
- days: [Mon-Fri]
  from: "22:00"
  to: "06:00"
exempt: [oom]
`,
  },
  {
    label: 'Weekends',
    text: `timeZone: Europe/Berlin
windows:
- days: [Sat, Sun]
  from: "00:00"
  to: "24:00"
exempt: [oom]
`,
  },
  {
    label: 'Always but in the year-end freeze',
    text: `timeZone: Europe/Berlin
blackouts:
- {from: 12-20, to: 01-06}
exempt: [oom]
`,
  },
] as const;

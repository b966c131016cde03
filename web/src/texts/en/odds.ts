/** Odds and the formats in which they are shown. */
export const odds = {
  label: 'Odds',
  decimal: 'Decimal (1.85)',
  american: 'American (-118)',
  fractional: 'Fractional (17/20)',
  percent: 'Percent (54.06%)',
  withDecimal: '{{shown}}, decimal {{decimal}}',
  signedAsDecimal: 'Signed and paid as decimal: {{shown}} is {{decimal}}.',
} as const;

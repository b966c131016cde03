/** The legal terms: their heading, their titles, and the first three sections. */
export const legal = {
  title: 'Legal terms',
  pageTitle: 'Legal',
  lead: 'What you agree to by using {{product}}. Last changed on <date/>.',
  lastChanged: '26 November 2026',
  contents: 'Contents',
  regulatoryDisclaimer: 'Regulatory Disclaimer',
  ageVerification: 'Age Verification',
  geographicRestrictions: 'Geographic Restrictions',
  privacyDataProtection: 'Privacy & Data Protection',
  riskDisclosure: 'Risk Disclosure',
  technologyRisks: 'Technology Risks',
  contactInformation: 'Contact Information',
  regulationWhat:
    '{{product}} is software for skill-based prediction markets. You stake an amount on one answer to a question, at odds you have seen and signed. A winning stake returns stake times odds; a losing stake returns nothing.',
  regulationModes:
    "In demo mode, which the page footer and the start page announce, every amount is practice USDC. It has no value, can't be bought, sold or withdrawn, and no winnings are owed for it. Practice markets are invented.",
  regulationOperator:
    'An operator that takes stakes of value must hold the required licences and registrations and name them on this page. If <contact>Contact Information</contact> names no operator and no licence, send this site nothing of value.',
  regulationNoAdvice:
    'Nothing here is investment, legal or tax advice, or an offer of a financial instrument. “Skill-based” and “not gambling” describe how these markets work. The law where you are prevails, and may classify them as gambling or derivatives.',
  ageLeast: 'You must be at least 18 years old to use this site, or older where the law says so.',
  ageConfirming:
    'You confirm your age before your first bet. This is your own statement, not an identity check, and applies only to the browser that stores it. Closing the notice confirms nothing. An operator that takes stakes of value may ask for documents before it accepts a bet or pays a win.',
  ageSharing:
    'If you share a device with someone under 18, disconnect and lock your wallet when you leave. A bet signed with your wallet counts as yours.',
  placesWhere:
    'Some places restrict or forbid prediction markets and betting. Use this site only where it is lawful for you. It is your responsibility to know whether it is.',
  placesNoChecks:
    'The software does not detect where you are, but an operator may add location checks or refuse service. Bypassing a check, for instance through a proxy or a false declaration, breaches these terms; open bets may then be voided and their stakes returned.',
  placesSanctions:
    'You may not use the site if you, or the place you are in, are subject to sanctions under the law that applies to the operator or to you.',
} as const;

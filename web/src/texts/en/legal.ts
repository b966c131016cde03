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
    '{{product}} is software for skill-based prediction markets. You stake on one answer to a question, at odds you sign. A win returns stake times odds; a loss returns nothing.',
  regulationModes:
    "In demo mode, announced in the footer and on the start page, amounts are worthless practice USDC: it can't be bought, sold or withdrawn and earns no winnings. Practice markets are invented.",
  regulationOperator:
    'An operator that takes stakes of value must hold the required licences and registrations and name them here. If <contact>Contact Information</contact> names neither operator nor licence, send this site nothing of value.',
  regulationNoAdvice:
    'Nothing here is investment, legal or tax advice, or an offer of a financial instrument. “Skill-based” and “not gambling” describe how these markets work. Your local law prevails, and may call them gambling or derivatives.',
  ageLeast: 'You must be at least 18 to use this site, or older where the law says so.',
  ageConfirming:
    'You confirm your age before your first bet. This is your own statement, not an identity check, for this browser only. Closing the notice confirms nothing. An operator that takes stakes of value may ask for documents before accepting a bet or paying a win.',
  ageSharing:
    'Lock and disconnect your wallet before someone under 18 uses your device. A bet signed with your wallet counts as yours.',
  placesWhere:
    'Some places restrict or forbid prediction markets and betting. It is your responsibility to use this site only where it is lawful.',
  placesNoChecks:
    'The software does not detect your location. An operator may check it or refuse service. Bypassing a check, such as by proxy, breaches these terms, as does a false declaration; open bets may then be voided and refunded.',
  placesSanctions:
    'You may not use the site if you or your location are under sanctions by a law that applies to you or the operator.',
} as const;

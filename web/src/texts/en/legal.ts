/** The legal terms: their heading, their titles, and the first three sections. */
export const legal = {
  title: 'Legal terms',
  pageTitle: 'Legal',
  lead: 'What you agree to by using {{product}}, and what you should know before you stake anything. Last changed on <date/>.',
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
    '{{product}} is software for skill-based prediction markets. A market is a question about an event with a fixed set of answers. You stake an amount on one answer at odds you have seen and signed; when the question is decided, a winning stake returns stake times odds and a losing stake returns nothing.',
  regulationModes:
    "The same software can be run by different operators and in two modes. In demo mode every amount is practice USDC: the software hands it out, it has no value, it can't be bought, sold or withdrawn, and no winnings are owed for it. Practice markets are invented: no real event decides them. In demo mode, the page footer and the start page say so.",
  regulationOperator:
    'The operator of an installation that takes stakes of value is responsible for holding the licences and registrations that apply, and for naming them on this page. If <contact>Contact Information</contact> names no operator and no licence, treat this installation as a demonstration and do not send it anything of value.',
  regulationNoAdvice:
    'Nothing here is investment, legal or tax advice, and nothing here is an offer of a security or of a financial instrument. Some places classify prediction markets as gambling, as derivatives or as neither; the wording “skill-based” and “not gambling” describes how these markets work and does not overrule the law where you are.',
  ageLeast:
    'You must be at least 18 years old to use this site. Where the law sets a higher age for this kind of activity, that age applies.',
  ageConfirming:
    'Before your first bet you are asked to confirm your age. The confirmation is stored in your browser and applies to that browser only; closing the notice without confirming hides it until the session ends and confirms nothing. A confirmation is your own statement. It is not an identity check, and an operator that takes stakes of value may have to ask for documents before it accepts a bet or pays a win.',
  ageSharing:
    'If you share a device with someone under 18, disconnect your wallet and lock it when you leave. Do not let a minor place bets through your wallet: a signed bet counts as yours.',
  placesWhere:
    'Prediction markets and betting are restricted or forbidden in some countries, states and territories. You may use this site only where it is lawful for you, and it is your responsibility to know whether it is.',
  placesNoChecks:
    'The software does not detect where you are and does not decide for you. An operator may add location checks, refuse service in certain places, or be ordered to do so. Bypassing such a check, for instance through a proxy or a false declaration, is a breach of these terms; open bets may then be voided and their stakes returned.',
  placesSanctions:
    'You may not use the site if you are subject to sanctions, or from a place that is, under the law that applies to the operator or to you.',
} as const;

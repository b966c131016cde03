/** What is wrong with evidence, or a reason, as it was typed. */
export const EVIDENCE = {
  'evidence-missing': 'Give a link or a note as evidence.',
  'reason-missing': 'Give a reason.',
  'link-with-name': 'A link must not carry a name or a password before its address.',
  'link-scheme': 'Links must begin with https:// or http://.',
  'evidence-too-long': 'Keep the evidence to {{most}} characters.',
  'reason-too-long': 'Keep the reason to {{most}} characters.',
  'evidence-hidden-signs':
    'The evidence holds signs that are not seen and change how it reads. Type it anew without them.',
  'reason-hidden-signs':
    'The reason holds signs that are not seen and change how it reads. Type it anew without them.',
} as const;

/** Errors in evidence or a reason that an admin entered. */
export const EVIDENCE = {
  'evidence-missing': 'Add a link or a note as evidence.',
  'reason-missing': 'Give a reason.',
  'link-with-name': 'Remove the user name or password from the link.',
  'link-scheme': 'Links must begin with https:// or http://.',
  'evidence-too-long': 'Keep the evidence to {{most}} characters.',
  'reason-too-long': 'Keep the reason to {{most}} characters.',
  'evidence-hidden-signs':
    'The evidence contains invisible characters that change how it reads. Type it again without them.',
  'reason-hidden-signs':
    'The reason contains invisible characters that change how it reads. Type it again without them.',
} as const;

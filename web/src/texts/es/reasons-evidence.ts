export const evidenceReasons = {
  'evidence-missing': 'Añade un enlace o una nota como prueba.',
  'reason-missing': 'Da un motivo.',
  'link-with-name': 'Quita el nombre de usuario o la contraseña del enlace.',
  'link-scheme': 'Los enlaces deben empezar por https:// o http://.',
  'evidence-too-long': 'Limita la prueba a {{most}} caracteres.',
  'reason-too-long': 'Limita el motivo a {{most}} caracteres.',
  'evidence-hidden-signs':
    'La prueba contiene caracteres invisibles que cambian cómo se lee. Escríbela de nuevo sin ellos.',
  'reason-hidden-signs':
    'El motivo contiene caracteres invisibles que cambian cómo se lee. Escríbelo de nuevo sin ellos.',
} as const;

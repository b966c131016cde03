export const evidenceReasons = {
  'evidence-missing': 'Da un enlace o una nota como prueba.',
  'reason-missing': 'Da un motivo.',
  'link-with-name': 'Un enlace no debe llevar un nombre ni una contraseña antes de su dirección.',
  'link-scheme': 'Los enlaces deben empezar por https:// o http://.',
  'evidence-too-long': 'Limita la prueba a {{most}} caracteres.',
  'reason-too-long': 'Limita el motivo a {{most}} caracteres.',
  'evidence-hidden-signs':
    'En la prueba hay signos que no se ven y cambian cómo se lee. Escribe el texto de nuevo sin ellos.',
  'reason-hidden-signs':
    'En el motivo hay signos que no se ven y cambian cómo se lee. Escribe el texto de nuevo sin ellos.',
} as const;

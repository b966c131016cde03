/** El diálogo que comparte la imagen de una apuesta. */
export const shareBet = {
  share: 'Compartir',
  title: 'Compartir esta apuesta',
  what: 'La imagen no nombra ninguna cartera.',
  amounts: 'Mostrar importes',
  drawing: 'Dibujando la imagen',
  picture: 'Apuesta a {{outcome}}: {{market}}',
  thePicture: 'La imagen',
  notAffected: 'Tu apuesta no se ve afectada.',
  save: 'Guardar imagen',
  copyLink: 'Copiar el enlace a esta apuesta',
  copied: 'Copiado',
  copyFailed: 'No se ha copiado',
} as const;

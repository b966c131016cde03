export const combosReasons = {
  'combo-live-mode':
    'Hasta el próximo contrato las combinadas son solo con dinero de práctica, así que no se tomó dinero; haz apuestas simples.',
  'combo-not-yet':
    'Este servidor todavía no acepta combinadas, así que no se tomó dinero; haz apuestas simples.',
  'combo-own-market':
    'Este mercado no puede ir en una combinada porque las apuestas mueven su precio, así que no se tomó dinero; quítalo o apuesta en él por separado.',
  'combo-in-play':
    'Un partido en juego no puede ir en una combinada, así que no se tomó dinero; quítalo o apuesta en él por separado.',
  'combo-outright':
    'Un mercado de toda una competición no puede ser parte de una combinada, así que no se tomó dinero; quítalo o apuesta en él por separado.',
  'combo-same-game':
    'Dos selecciones son del mismo partido, así que no se tomó dinero; deja una de ellas o apuesta en cada una por separado.',
  'combo-same-participant':
    'Dos selecciones tienen el mismo participante, así que no se tomó dinero; deja una de ellas o apuesta en cada una por separado.',
  'combo-below-zero-margin':
    'Las cuotas de este mercado están cambiando, así que no se tomó dinero; quítalo o inténtalo de nuevo en un minuto.',
  'combo-one-sided':
    'Un mercado de un jugador no puede ir en una combinada porque no se conoce su margen, así que no se tomó dinero; quítalo o apuesta en él por separado.',
  'combo-odds-too-high': 'La cuota es mayor que 1,000, así que no se tomó dinero; quita una selección.',
  'combo-legs':
    'Una combinada tiene de 2 a 12 selecciones, así que no se tomó dinero; añade o quita algunas.',
  'combo-signature-invalid':
    'La firma no corresponde a esta combinada, así que no se tomó dinero; fírmala de nuevo en tu billetera.',
  'combo-or-not':
    'Todavía no podemos saber si tu combinada se hizo. Envíala otra vez para averiguarlo; solo puede hacerse una vez.',
  'combo-not-recorded': 'No se pudo registrar la combinada, así que no se tomó dinero; envíala otra vez.',
  'too-many-combos': 'Llegan demasiadas combinadas a la vez, así que no se tomó dinero; inténtalo de nuevo.',
  'combos-not-recorded':
    'Ahora no se pueden registrar combinadas, así que no se tomó dinero; inténtalo de nuevo.',
  'no-such-combo': 'No es una de tus combinadas; consulta las combinadas de tu perfil.',
} as const;

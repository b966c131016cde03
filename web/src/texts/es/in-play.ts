import type { inPlay as english } from '../en/in-play.ts';
import type { TextsLike } from '../texts-like.ts';

export const inPlay = {
  inPlay: 'EN JUEGO',
  score: '{{title}}: {{home}} a {{away}}',
  running: 'Partido en curso',
  half1: '1.ª parte',
  half2: '2.ª parte',
  halfTime: 'Descanso',
  fullTime: 'Final',
  quarter1: '1.º cuarto',
  quarter2: '2.º cuarto',
  quarter3: '3.º cuarto',
  quarter4: '4.º cuarto',
  set1: '1.º set',
  set2: '2.º set',
  set3: '3.º set',
  set4: '4.º set',
  set5: '5.º set',
  overtime: 'Prórroga',
  extraTime: 'Prórroga',
  penalties: 'Penaltis',
  waits:
    'En juego: tu apuesta espera {{seconds}} segundos. Solo se hace si la cuota se mantiene y las apuestas no están en pausa.',
  decidingIn: 'Se decide en {{seconds}} s',
  decidingNow: 'Decidiéndose ahora',
  saleIn: 'Venta por {{amount}} o más: se decide en {{seconds}} s',
  saleNow: 'Venta por {{amount}} o más: decidiéndose ahora',
} as const satisfies TextsLike<typeof english>;

import type { times as english } from '../en/times.ts';
import type { TextsLike } from '../texts-like.ts';

export const times = {
  months: 'ene feb mar abr may jun jul ago sep oct nov dic',
  day: '{{day}} {{month}}',
  date: '{{day}} {{month}} {{year}}',
  starts: 'Empieza el {{moment}}',
  liveEnds: 'En vivo: termina a las {{time}}',
  endedAt: 'Terminó el {{moment}}',
  daysLeft: '{{days}} d {{hours}} h',
  hoursLeft: '{{hours}} h {{minutes}} min',
  minutesLeft: '{{minutes}} min',
  ended: 'Terminado',
  untilStart: 'hasta que empiece',
  untilEnd: 'hasta que cierren las apuestas',
} as const satisfies TextsLike<typeof english>;

import type { legalContact as english } from '../en/legal-contact.ts';
import type { TextsLike } from '../texts-like.ts';

export const legalContact = {
  operator:
    '{{product}} lo opera quien lo instaló, en su propio nombre y bajo su responsabilidad. El operador de esta instalación todavía no ha publicado aquí un nombre, una dirección o una licencia. Hasta que lo haga, pregunta a la persona u organización que te dio esta dirección.',
  before: 'Antes de escribir',
  beforeNumber:
    'Un mensaje de error tiene un número de solicitud, en «Detalles» donde no se pudo cargar una lista. Cítalo; nos muestra lo que ocurrió.',
  beforeBet:
    'Para una pregunta sobre una apuesta, da su referencia y el título del mercado tal como aparecen en tu perfil.',
  beforeHolds:
    '<transparency>Transparencia</transparency> muestra lo que la casa tiene y debe, y cómo comprobar ambas cosas y tus propias apuestas.',
  beforeUp:
    '<status>Estado</status> muestra si el servicio funciona. La <docs>documentación de la API</docs> describe cómo lo usan los programas.',
  beforeKeys:
    'Nunca envíes a nadie una clave ni tus palabras de recuperación, te las pida quien te las pida.',
  disputes: 'Reclamaciones',
  disputesTell:
    'Si crees que un mercado se decidió mal o que una apuesta se registró mal, díselo al operador en cuanto lo notes, con la referencia y lo que esperabas. Se conservan cada apuesta, su texto firmado y cada movimiento de dinero, así que el registro puede responder la pregunta.',
} as const satisfies TextsLike<typeof english>;
